import type { jobTexts } from '../en/jobs.ts'

export const jobs: typeof jobTexts = {
  title: 'Aufträge',
  fact: 'Exporte, Importe und Änderungen vieler Dokumente, Dateien oder Benutzer in diesem Tab. Wird er geschlossen, enden die laufenden.',
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
    'Die Antwort über die ungewissen ging verloren. Sie sind jetzt da, durch diesen Import oder von vorher: Was da ist, behält er.',
  inDoubtLost: 'Die Antwort über die ungewissen ging verloren: Vielleicht sind sie geschrieben.',
  inDoubtGoOn: 'Beim Fortsetzen klärt es sich, und keines wird doppelt geschrieben.',
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
  dismiss: (name) => `${name} aus der Liste nehmen`,
  download: 'Herunterladen',
  downloadOf: (name) => `${name} herunterladen`,
  news: {
    all: (kind) => `${kind}: fertig`,
    part: (kind) => `${kind}: zum Teil fertig. Was scheiterte, nennt „Aufträge“.`,
    'nothing-new': (kind) => `${kind}: nichts zu tun. Den Grund nennt „Aufträge“.`,
    nothing: (kind) => `${kind}: nichts getan. Den Grund nennt „Aufträge“.`,
  },
  failedNews: (kind) => `${kind}: gescheitert. Den Grund nennt „Aufträge“.`,
  fileNews: (name) => `${name} ist bereit`,
  cancelledHelp: 'Was vorher getan war, bleibt.',
  running: (count) => (count === 1 ? '1 Auftrag läuft' : `${count} Aufträge laufen`),
  tooMany: 'Zu viele Aufträge laufen. Warten Sie, bis einer fertig ist, oder brechen Sie einen ab.',
}
