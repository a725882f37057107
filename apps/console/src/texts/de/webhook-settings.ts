import type { webhookTexts } from '../en/webhook-settings.ts'

export const webhookSettings: typeof webhookTexts = {
  failed: 'Die Webhooks ließen sich nicht lesen',
  ownersOnly: 'Eigentümer des Projekts lesen und ändern seine Webhooks.',
  consoleHasNone: 'Die Konsole selbst hat keine Webhooks.',
  sms: 'Textnachrichten',
  smsText:
    'Wird mit einer Nummer und einem Code aufgerufen; Ihr Programm schickt die Nachricht. Die Anmeldung per Telefon braucht ihn.',
  blocking: 'Vor Konten und Anmeldungen',
  blockingText:
    'Wird zuerst gefragt, bis zu sieben Sekunden lang: Ihr Programm sagt ja, nein, oder ja mit Änderungen. Keine Antwort ist ein Nein.',
  url: 'Adresse',
  urlHelp: 'https, und nicht in einem privaten Netz.',
  urlInvalid: 'Das ist keine Webadresse. Sie beginnt mit https://.',
  events: 'Wird gefragt, bevor',
  beforeCreate: 'ein Konto entsteht',
  beforeSignIn: 'eine Sitzung beginnt',
  noEvent: 'Wählen Sie mindestens eines von beiden.',
  save: 'Speichern',
  saved: 'Webhook gespeichert',
  remove: 'Entfernen',
  removeTitle: (name) => `„${name}“ entfernen?`,
  removeText: 'Er wird von jetzt an nicht mehr aufgerufen.',
  removed: 'Webhook entfernt',
  secretTitle: 'Verwahren Sie jetzt das Geheimnis',
  secretText:
    'Aufrufe sind damit signiert (Standard Webhooks), damit Ihr Programm sie erkennt. Es wird nicht wieder gezeigt, und das vorige gilt nicht mehr.',
  secret: 'Geheimnis',
  kept: 'Ich habe es verwahrt',
}
