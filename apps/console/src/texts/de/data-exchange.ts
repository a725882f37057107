import type { exchangeTexts } from '../en/data-exchange.ts'

export const dataExchange: typeof exchangeTexts = {
  more: 'Mehr zu dieser Sammlung',
  moreOfDatabase: 'Mehr zu dieser Datenbank',
  inDatabase: (what, database) => `${what} in ${database}`,
  export: 'Exportieren',
  exportOf: (path) => `${path} exportieren`,
  exportDatabase: 'Die Datenbank exportieren',
  wholeDatabase: 'alle Sammlungen',
  databaseHelp:
    'Alle Dokumente aller Sammlungen kommen in eine Datei aus JSON-Zeilen. Nichts geht verloren: Jeder Wert behält seinen Typ, und sie lässt sich hier oder mit hearth documents import importieren.',
  exportHelp:
    'Der Server schreibt die Dokumente, wie sie zu einem Zeitpunkt sind, auch wenn Sie diesen Tab schließen. Die Datei liegt sieben Tage unter „Aufträge“.',
  startExport: 'Export beginnen',
  what: 'Was',
  scopes: {
    query: 'Was die Abfrage findet',
    collection: 'Die ganze Sammlung',
    below: 'Die Sammlung und alles darunter',
  },
  format: 'Format',
  formats: { lines: 'JSON-Zeilen', csv: 'CSV' },
  linesHelp:
    'Nichts geht verloren: Jeder Wert behält seinen Typ, und die Datei lässt sich hier oder mit „hearth documents import“ importieren.',
  csvHelp:
    'Für Tabellenprogramme: eine Zeile je Dokument. Texte und Zeiten stehen, wie sie sind, andere Werte als JSON des Editors.',
  import: 'Importieren',
  importTo: (path) => `In ${path} importieren`,
  importFile: 'Datei importieren',
  intoCollection: 'In die Sammlung (optional)',
  intoCollectionHelp:
    'Für Zeilen, die keinen Pfad nennen, etwa einfaches JSON. Ein Export weiß, wohin seine Dokumente gehören.',
  badCollection: 'Das ist nicht der Pfad einer Sammlung, etwa users oder users/ada/pets.',
  idFrom: 'Die ID nehmen aus',
  idFromHelp:
    'Das Feld benennt das Dokument und ist keines seiner Felder, wie eine Spalte „id“ in CSV. Mit neuen IDs legt ein zweiter Import die Dokumente noch einmal an.',
  newIds: 'Neue IDs',
  fieldOf: (name) => `Das Feld ${name}`,
  otherCollections: (paths) => `Diese Datei hat auch Dokumente anderer Sammlungen: ${paths}`,
  mayLeave: 'Auch diese importieren',
  elsewhere: (path, collection) => `${path} liegt außerhalb von ${collection} und wurde ausgelassen.`,
  noCollection: 'Diese Zeile nennt keinen Pfad, und für sie ist keine Sammlung benannt.',
  noId: (field) => `Diese Zeile hat keine ID im Feld ${field}.`,
  startImport: 'Import beginnen',
  file: 'Datei',
  chooseFile: 'Datei wählen',
  fileHelp:
    'JSON-Zeilen oder CSV, etwa ein Export. In CSV benennt die erste Zeile die Felder; eine Spalte „path“ oder „id“ benennt das Dokument. Kommas, Semikolons und Tabulatoren trennen.',
  noFile: 'Wählen Sie zuerst eine Datei.',
  chosen: (name, size) => `${name}, ${size}`,
  clash: 'Vorhandene Dokumente',
  clashes: { overwrite: 'Überschreiben', keep: 'Behalten' },
  pathsHelp:
    'Eine Zeile benennt ihr Dokument durch einen Pfad, wie in einem Export, oder durch das Feld oder die Spalte mit seiner ID. Andere bekommen neue IDs.',
  readAs: 'So wird die Datei gelesen',
  readAsMore: 'Die ersten Zeilen; die anderen werden ebenso gelesen, jede als das, was sie sagt.',
  forms: {
    exported: 'eine Zeile eines Exports',
    typed: 'typisiertes JSON',
    plain: 'einfaches JSON',
    csv: 'CSV',
  },
  readLine: (line, form, place) => `Zeile ${line}, ${form} → ${place}`,
  newIn: (collection) => `ein neues Dokument in ${collection}`,
  noFields: 'Es hat keine Felder.',
  moreFields: (count) => (count === 1 ? 'Und 1 weiteres Feld' : `Und ${count} weitere Felder`),
  mixedColumn: (name, numbers, others, line, text) =>
    `In der Spalte ${name} ${others === 1 ? 'ist 1 Wert keine Zahl' : `sind ${others.toLocaleString('de')} Werte keine Zahlen`} neben ${numbers.toLocaleString('de')} Zahlen, der erste in Zeile ${line}: „${text}“. Er wird als Text importiert.`,
  timeColumn: (name, count, line, time) =>
    `In der Spalte „${name}“ ${count === 1 ? 'wird 1 Wert' : `werden ${count.toLocaleString('de')} Werte`} als Zeitpunkt importiert, der erste in Zeile ${line}: ${time}.`,
  timesAsTexts: 'Soll einer ein Text bleiben, schreiben Sie ihn in der Datei als """2026-01-01T00:00:00Z""".',
  noDocuments: 'In dieser Datei ist kein Dokument.',
  halfTyped:
    'Manche Werte nennen ihren Typ, etwa {"stringValue": "a"}, und andere nicht. Das ist weder typisiertes noch einfaches JSON.',
  otherCount: (said, found) =>
    `Die Datei nennt ${said === 1 ? '1 Dokument' : `${said.toLocaleString('de')} Dokumente`}, hat aber ${found.toLocaleString('de')}; diese sind importiert. Exportieren Sie erneut.`,
  incomplete: 'Die Datei endet vor ihrer letzten Zeile: Ihr Export wurde unterbrochen. Was davor kam, ist importiert.',
  secondHead: 'Mit dieser Zeile beginnt ein anderer Export.',
  operation: 'Was erst der Server ausrechnet, hat in einer Datei keinen Platz.',
  sameColumn: (first, second, title) =>
    `Die Spalten ${first} und ${second} der ersten Zeile heißen beide „${title}“, und ein Dokument hat das nur einmal. Nichts wird importiert.`,
  openQuotes: (line) =>
    `Ein Anführungszeichen in Zeile ${line} wird nie geschlossen; niemand kann wissen, wo die Zelle endet. Was davor kam, ist importiert.`,
  lineTooLong: (line) => `Zeile ${line} ist länger als jedes Dokument. Was davor kam, ist importiert.`,
  otherEncoding: 'Diese Datei ist weder UTF-8 noch UTF-16. Speichern Sie sie als UTF-8 und importieren Sie sie erneut.',
  noExportedLine: 'Das ist keine Zeile eines Exports; die hat einen Pfad und Felder.',
  badTyped: (field) => `Der Wert von ${field} ist kein typisiertes JSON, etwa {"stringValue": "a"}.`,
  badName: (field, why) => `Das Feld „${field}“ kann nicht so heißen. ${why}`,
  badColumn: (column, why) => `Spalte ${column} der ersten Zeile benennt kein Feld. ${why}`,
  moreCells: (cells, columns) => `${cells} Zellen, und die erste Zeile benennt ${columns}.`,
  badPath: (path) => `${path} ist nicht der Pfad eines Dokuments.`,
  badLine: (line, why) => `Zeile ${line}: ${why}`,
  refusedLine: (line, path, why) => `Zeile ${line}, ${path}: ${why}`,
  refusal: (why, said) => `${why} (${said})`,
  refusedDocument: (path, why) => `${path}: ${why}`,
  selectAllFound: 'Alle der Abfrage auswählen',
  allFound: (count) => `Alle ${count} Dokumente dieser Abfrage ausgewählt`,
  jobs: 'Aufträge über Dokumente',
  setField: 'Feld setzen',
  setFieldOf: (count) => `Ein Feld setzen: ${count}`,
  setFieldHelp: 'Das Feld bekommt in jedem diesen Wert, was immer darin steht.',
  mayUndoSetField: 'Der Auftrag lässt sich danach rückgängig machen, solange dieser Tab offen ist.',
  mayNotUndoSetField: (max, kept) =>
    `Mehr als ${max} Dokumente lassen sich nicht sofort zurücksetzen. Der Verlauf jedes Dokuments bewahrt ${kept} lang, was darin stand.`,
  removeField: 'Das Feld entfernen',
  startSetField: (count) => `${count} ändern`,
  documents: (count, text) => (count === 1 ? '1 Dokument' : `${text} Dokumente`),
  deleteAll: (count) => `${count} löschen`,
  deleteAllTitle: (count) => `${count} löschen?`,
  deleteAllText: (kept) =>
    `Ein Auftrag löscht sie und behält, was jemand inzwischen ändert. ${kept} lang lassen sie sich unter „Gelöschte Dokumente“ im Menü der Sammlung wiederherstellen. Ihre Untersammlungen bleiben.`,
  deleteBelow: 'Mit allem darunter löschen',
  deleteCollection: 'Die Sammlung löschen',
  deleteBelowTitle: (path) => `${path} mit allem darunter löschen?`,
  deleteDocumentBelowText: (kept) =>
    `Ein Auftrag löscht das Dokument, seine Untersammlungen und alles darunter. ${kept} lang lassen sie sich unter „Gelöschte Dokumente“ im Menü der Datenbank wiederherstellen.`,
  deleteCollectionText: (kept) =>
    `Ein Auftrag löscht alle ihre Dokumente, deren Untersammlungen und alles darunter. ${kept} lang lassen sie sich unter „Gelöschte Dokumente“ im Menü der Datenbank wiederherstellen.`,
  typeName: (name) => `Tippen Sie ${name} zur Bestätigung`,
  wrongName: (name) => `Das ist nicht ${name}.`,
}
