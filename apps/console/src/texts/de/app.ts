import type { appTexts } from '../en/app.ts'

export const app: typeof appTexts = {
  name: 'Hearth',
  opening: 'Die Konsole wird geöffnet',
  slowTitle: 'Das Öffnen dauert länger, als es sollte',
  slowText:
    'Entweder antwortet der Server langsam, oder der Speicher dieses Browsers antwortet nicht, wie nach dem gewaltsamen Ende eines Tabs oder des Browsers. Es geht von selbst weiter, sobald es kann.',
  openWithoutStored: 'Ohne Gespeichertes öffnen',
  openWithoutStoredHelp:
    'Ohne Gespeichertes melden Sie sich neu an, nur für diesen Tab. Was gespeichert ist, bleibt in diesem Browser.',
  notFoundTitle: 'Unter dieser Adresse gibt es keine Seite',
  notFoundText: 'Die Adresse ist vielleicht vertippt, oder was sie zeigte, wurde entfernt.',
  toProjects: 'Zu Ihren Projekten',
  unreachableTitle: 'Der Server ist nicht zu erreichen',
  unreachableText:
    'Unter dieser Adresse antwortet gerade nichts. Alle paar Sekunden wird es von selbst erneut versucht.',
  failedTitle: 'Diese Seite ließ sich nicht zeigen',
  failedText:
    'Nichts Gespeichertes ist verloren. Versuchen Sie es erneut; bleibt es so, helfen die Einzelheiten bei der Suche.',
  loadAgain: 'Aktualisieren',
  oldPageTitle: 'Der Server wurde inzwischen erneuert',
  oldPageText: 'Diese Seite ist von vorher. Laden Sie sie neu, um weiterzuarbeiten.',
}
