import type { uiTexts } from '../en/ui.ts'

export const ui: typeof uiTexts = {
  show: 'Zeigen',
  hide: 'Verbergen',
  showPassword: 'Passwort zeigen',
  hidePassword: 'Passwort verbergen',
  met: '(erfüllt)',
  notMet: '(noch nicht erfüllt)',
  close: 'Schließen',
  cancel: 'Abbrechen',
  loading: 'Wird geladen',
  tryAgain: 'Erneut versuchen',
  tryNow: 'Jetzt versuchen',
  details: 'Einzelheiten',
  forDevelopers: 'Einzelheiten für Entwickler',
  code: 'Code',
  serverSaid: 'Der Server sagte',
  requestId: 'Anfragenummer',
  noRequestId: 'nicht bekannt: keine Antwort des Servers trug eine',
  copy: 'Kopieren',
  copiedShort: 'Kopiert',
  copied: (what) => `Kopiert: ${what}`,
  copyNamed: (what) => `Kopieren: ${what}`,
  copyValue: (what, value) => `${what}: ${value}. Kopieren`,
  deniedTitle: 'Das steht Ihnen nicht offen',
  deniedText: 'Ihre Rolle reicht nicht so weit. Fragen Sie einen Eigentümer des Projekts.',
  offlineTitle: 'Warten auf den Server',
  offlineText: 'Davon ist noch nichts in diesem Tab. Es erscheint von selbst, sobald der Server antwortet.',
  cantReachServer: 'Der Server ist nicht zu erreichen.',
  waitingWrites: (count) =>
    count === 0
      ? 'Was Sie sehen, ist vielleicht veraltet.'
      : count === 1
        ? '1 Änderung wartet in diesem Tab, bis er antwortet.'
        : `${count} Änderungen warten in diesem Tab, bis er antwortet.`,
  nextTry: (seconds) => (seconds <= 0 ? 'wird versucht' : `nächster Versuch in ${seconds} s`),
  asOf: (time) => `Stand ${time}`,
  notifications: 'Mitteilungen',
  triedAgain: 'Es wird von selbst erneut versucht.',
  askedWhenBack: 'Der Server antwortet gerade nicht. Sobald er es tut, wird er von selbst noch einmal gefragt.',
  changedMeanwhile: 'Jemand hat das inzwischen geändert. Speichern setzt Ihres an seine Stelle.',
  changedMeanwhileTo: (value) =>
    value === ''
      ? 'Jemand hat das inzwischen geleert. Speichern setzt Ihres an seine Stelle.'
      : `Jemand hat das inzwischen in „${value}“ geändert. Speichern setzt Ihres an seine Stelle.`,
  takeTheirs: 'Jenes nehmen',
  timeSpan: 'Zeit',
  since: 'Von',
  until: 'Bis',
  untilBeforeSince: 'Das liegt vor dem Anfang.',
  leaveTitle: 'Gehen, ohne zu speichern?',
  leaveText: 'Was Sie hier geändert haben, ist nicht gespeichert und geht verloren, wenn Sie gehen.',
  leave: 'Gehen, ohne zu speichern',
  stay: 'Hierbleiben',
  validation: {
    emailMissing: 'Die E-Mail-Adresse fehlt.',
    emailInvalid: 'Das ist keine E-Mail-Adresse. Sie sieht aus wie name@example.com.',
    nameMissing: 'Der Name fehlt.',
    nameTooLong: 'Ein Name hat höchstens 80 Zeichen.',
    passwordMissing: 'Das Passwort fehlt.',
    codeMissing: 'Der Einrichtungscode fehlt. Der Server schrieb ihn beim Start auf.',
    projectIdMissing: 'Die Projektkennung fehlt.',
    projectIdCharacters: 'Nur die Buchstaben a bis z, Ziffern und „-“.',
    projectIdStart: 'Das erste Zeichen ist ein Buchstabe.',
    projectIdLength: 'Zwischen 6 und 30 Zeichen.',
    projectIdEnd: 'Das letzte Zeichen ist ein Buchstabe oder eine Ziffer.',
  },
}
