import type { jobTexts } from '../en/jobs.ts'

export const jobs: typeof jobTexts = {
  title: 'Aufträge',
  fact: 'Exporte, Importe und Änderungen vieler Dokumente in diesem Tab. Wird er geschlossen, enden die laufenden.',
  list: 'Aufträge, der neueste zuerst',
  none: 'Keine Aufträge',
  noneHelp: 'Exportieren oder importieren Sie unter Daten eine Sammlung, oder ändern Sie viele Dokumente auf einmal.',
  goToData: 'Zu den Daten',
  kinds: {
    export: 'Export',
    import: 'Import',
    delete: 'Löschung',
    'set-field': 'Änderung eines Feldes',
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
  counted: (count, done, total) => {
    if (total !== undefined) return `${done} von ${total} Dokumenten`
    return count === 1 ? '1 Dokument' : `${done} Dokumente`
  },
  achieved: {
    export: (count) => `${count} in der Datei`,
    import: (count) => `${count} geschrieben`,
    delete: (count) => `${count} gelöscht`,
    'set-field': (count) => `${count} geändert`,
  },
  kept: (count) => `${count} behalten, wie sie waren`,
  failed: (count) => `${count} gescheitert`,
  failures: (count) => (count === 1 ? '1 Dokument blieb unerledigt' : `${count} Dokumente blieben unerledigt`),
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
