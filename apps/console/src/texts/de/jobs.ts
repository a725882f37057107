import type { jobTexts } from '../en/jobs.ts'

export const jobs: typeof jobTexts = {
  title: 'Aufträge',
  fact: 'Exporte und Importe von Dokumenten laufen auf dem Server weiter, was auch mit diesem Tab geschieht, und bleiben mit ihren Dateien sieben Tage. Änderungen vieler Dokumente, Dateien oder Benutzer laufen in diesem Tab: Wird er geschlossen oder neu geladen, enden sie; vorher werden Sie gefragt.',
  list: 'Aufträge, der neueste zuerst',
  none: 'Keine Aufträge',
  noneHelp:
    'Exportieren oder importieren Sie unter Daten eine Sammlung, oder ändern Sie viele Dokumente auf einmal. Auch Dateien und Benutzer, die zusammen geändert werden, sind ein Auftrag.',
  goToData: 'Zu den Daten',
  kinds: {
    export: 'Export',
    import: 'Import',
    delete: 'Löschung',
    'set-field': 'Änderung eines Feldes',
    'take-back': 'Rücknahme einer Änderung',
    restore: 'Wiederherstellung',
    'delete-files': 'Löschung von Dateien',
    'move-files': 'Verschiebung von Dateien',
    'disable-users': 'Sperrung von Benutzern',
    'enable-users': 'Entsperrung von Benutzern',
    'sign-out-users': 'Abmeldung von Benutzern',
    'delete-users': 'Löschung von Benutzern',
    'export-users': 'Export von Benutzern',
  },
  of: (kind, target) => `${kind} · ${target}`,
  status: {
    queued: 'wartet',
    running: 'läuft',
    done: 'fertig',
    failed: 'gescheitert',
    cancelled: 'abgebrochen',
  },
  outcomes: {
    all: 'fertig',
    part: 'zum Teil fertig',
    'nothing-new': 'nichts zu tun',
    nothing: 'nichts getan',
  },
  counted: {
    documents: (count, done, total) => {
      if (total !== undefined) return `${done} von ${total} Dokumenten`
      return count === 1 ? '1 Dokument' : `${done} Dokumente`
    },
    files: (count, done, total) => {
      if (total !== undefined) return `${done} von ${total} Dateien`
      return count === 1 ? '1 Datei' : `${done} Dateien`
    },
    users: (_count, done, total) => (total !== undefined ? `${done} von ${total} Benutzern` : `${done} Benutzer`),
  },
  achieved: {
    export: (count) => `${count} in der Datei`,
    import: (count) => `${count} geschrieben`,
    delete: (count) => `${count} gelöscht`,
    'set-field': (count) => `${count} geändert`,
    'take-back': (count) => `${count} wie zuvor`,
    restore: (count) => `${count} wiederhergestellt`,
    'delete-files': (count) => `${count} gelöscht`,
    'move-files': (count) => `${count} verschoben`,
    'disable-users': (count) => `${count} gesperrt`,
    'enable-users': (count) => `${count} entsperrt`,
    'sign-out-users': (count) => `${count} abgemeldet`,
    'delete-users': (count) => `${count} gelöscht`,
    'export-users': (count) => `${count} in der Datei`,
  },
  kept: (count) => `${count} behalten, wie sie waren`,
  failed: (count) => `${count} gescheitert`,
  inDoubt: (count) => `${count} ungewiss`,
  inDoubtThere:
    'Der Import wurde unterbrochen, deshalb ist offen, ob er die ungewissen geschrieben hat. Sie sind jetzt da, durch diesen Import oder von vorher: Was da ist, behält er.',
  inDoubtLost: 'Die Antwort über die ungewissen ging verloren: Vielleicht sind sie geschrieben.',
  goOn: 'Fortsetzen',
  problemOf: (name, why) => `${name}: ${why}`,
  retry: 'Diese noch einmal versuchen',
  retryOf: (name) => `Diese noch einmal versuchen: ${name}`,
  goOnOf: (name) => `Fortsetzen: ${name}`,
  open: (path) => `${path} öffnen`,
  failures: {
    documents: (count) => (count === 1 ? '1 Dokument blieb unerledigt' : `${count} Dokumente blieben unerledigt`),
    files: (count) => (count === 1 ? '1 Datei blieb unerledigt' : `${count} Dateien blieben unerledigt`),
    users: (count) => `${count} Benutzer ${count === 1 ? 'blieb' : 'blieben'} unerledigt`,
  },
  problems: 'Was unerledigt blieb',
  moreProblems: (count) => `und ${count} weitere`,
  progressOf: (name) => `Fortschritt von ${name}`,
  cancel: 'Abbrechen',
  cancelOf: (name) => `${name} abbrechen`,
  remove: (name) => `${name} mit seiner Datei löschen`,
  dismiss: (name) => `${name} aus der Liste nehmen`,
  sending:
    'Die Datei wird zum Server gesendet. Lassen Sie diesen Tab bis dahin offen; der Import läuft danach auch ohne ihn.',
  fileGoes: 'Die Datei verschwindet',
  log: 'Protokoll',
  logOf: (name) => `Protokoll: ${name}`,
  steps: {
    queued: 'wartet, bis er an der Reihe ist',
    started: 'begonnen',
    interrupted: 'unterbrochen: Der Server wurde beendet und macht weiter',
    done: 'fertig',
    failed: 'gescheitert',
    cancelled: 'abgebrochen',
  },
  whys: {
    DISK_FULL:
      'Die Platte des Servers ist fast voll. Dort muss jemand Platz schaffen; dann läuft der Auftrag weiter, wo er steht.',
    NOT_A_MEMBER:
      'Wer den Auftrag begonnen hat, darf das im Projekt nicht mehr. Wer es darf, kann ihn im eigenen Namen fortsetzen.',
    PROJECT_RESTORED:
      'Das Projekt wurde inzwischen aus einer Sicherung wiederhergestellt. Wenn Sie den Auftrag fortsetzen, beginnt er von vorn.',
    RESULT_TOO_LARGE:
      'Die Datei würde größer als 4 GiB. Exportieren Sie weniger auf einmal, oder nehmen Sie „hearth documents export“.',
    TOO_MANY_COLUMNS:
      'Die Dokumente haben zusammen mehr als 2.000 Felder, zu viele für eine Tabelle. Exportieren Sie JSON-Zeilen.',
  },
  download: 'Herunterladen',
  downloadOf: (name) => `${name} herunterladen`,
  news: {
    all: (kind, achieved) => `${kind}: ${achieved}`,
    part: (kind, achieved) => `${kind}: ${achieved}, zum Teil fertig. Was scheiterte, nennt „Aufträge“.`,
    'nothing-new': (kind) => `${kind}: nichts zu tun. Den Grund nennt „Aufträge“.`,
    nothing: (kind) => `${kind}: nichts getan. Den Grund nennt „Aufträge“.`,
  },
  failedNews: (kind) => `${kind}: gescheitert. Den Grund nennt „Aufträge“.`,
  fileNews: (name, caution) => (caution === undefined ? `${name} ist bereit` : `${name} ist bereit. ${caution}`),
  cancelledHelp: 'Was vorher getan war, bleibt.',
  running: (count) => (count === 1 ? '1 Auftrag läuft' : `${count} Aufträge laufen`),
  undo: 'Rückgängig',
  undoOf: (name) => `Rückgängig: ${name}`,
  undoBegun: 'Ein eigener Auftrag macht das rückgängig.',
  undoTooMuch: (kept) =>
    `Was im Feld stand, ist zu viel, um es in diesem Tab zu behalten: Das lässt sich nicht sofort rückgängig machen. Der Verlauf jedes Dokuments bewahrt es ${kept} lang.`,
  tooMany: 'Zu viele Aufträge laufen. Warten Sie, bis einer fertig ist, oder brechen Sie einen ab.',
}
