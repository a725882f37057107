import type { dataTexts } from '../en/data.ts'

export const data: typeof dataTexts = {
  title: 'Daten',
  fact: (path) =>
    path === '' ? 'Die Dokumente dieses Projekts' : path.includes('/') ? path : 'Eine Sammlung auf oberster Ebene',
  factOfDatabase: (id) => `Die Dokumente der Datenbank ${id}`,
  collections: 'Sammlungen',
  subcollections: 'Untersammlungen',
  documents: 'Dokumente',
  fields: 'Felder',
  failedCollections: 'Die Sammlungen ließen sich nicht auflisten',
  failedDocuments: 'Die Dokumente ließen sich nicht lesen',
  failedDocument: 'Das Dokument ließ sich nicht lesen',
  noCollections: 'Noch keine Sammlungen',
  noSubcollections: 'Keine. Eine Sammlung beginnt mit ihrem ersten Dokument.',
  noCollectionsHelp: 'Eine Sammlung beginnt mit ihrem ersten Dokument.',
  chooseCollection: 'Wählen Sie eine Sammlung',
  chooseCollectionHelp:
    'Sie enthält die Dokumente einer Art, etwa Bestellungen. Sie erscheinen hier, live, als Liste oder als Tabelle.',
  orAddCollection: 'Oder fügen Sie eine Sammlung hinzu: Sie beginnt mit ihrem ersten Dokument.',
  chooseDocument: 'Wählen Sie ein Dokument',
  chooseDocumentHelp: 'Seine Felder, sein Verlauf und wer es lesen darf, erscheinen hier.',
  noDocuments: 'Hier sind keine Dokumente',
  noDocumentsHelp: 'Fügen Sie eines hinzu, oder schreiben Sie eines in Ihrer App: Es erscheint hier sofort.',
  missingDocuments: 'Nicht vorhanden, aber mit Untersammlungen',
  failedMissing: 'Nach Kennungen, die nur Untersammlungen haben, ließ sich nicht suchen.',
  missingDocument: 'Dieses Dokument gibt es nicht',
  missingDocumentHelp: 'Es wurde gelöscht, oder nur seine Untersammlungen gibt es.',
  noFields: 'Keine Felder',
  noFieldsHelp: 'Dieses Dokument hat keine Felder.',
  add: 'Dokument hinzufügen',
  addShort: 'Hinzufügen',
  addTo: (path) => `Ein Dokument zu ${path} hinzufügen`,
  addCollection: 'Sammlung hinzufügen',
  addSubcollection: 'Untersammlung hinzufügen',
  collectionId: 'Kennung der Sammlung',
  documentId: 'Kennung des Dokuments',
  documentIdHelp: 'Leer lassen für eine neue, zufällige.',
  idTaken: 'Ein Dokument mit dieser Kennung gibt es schon. Wählen Sie eine andere.',
  addOffline:
    'Der Server ist nicht erreichbar. Ohne Kennung bekommt das Dokument eine zufällige, die kein anderes hat, und wartet in diesem Tab. Nach einer eigenen Kennung wird erst gefragt: Das Formular wartet dann auf den Server.',
  waitsForServer:
    'Wartet auf den Server, der sagen muss, ob die Kennung frei ist, und die Werte mit ihren Typen schreibt. Noch ist nichts gespeichert. Abbrechen gibt es auf.',
  fieldsAsJson: 'Felder als JSON (freiwillig)',
  fieldsAsJsonHelp:
    'Fügen Sie JSON ein, etwa {"name": "Ada"}. 3 ist eine Ganzzahl, 3.0 eine Kommazahl. Andere Typen haben eine Marke: {"$timestamp": "2026-11-20T09:14:03Z"}, {"$reference": "users/ada"}, {"$geopoint": "51.5, -0.12"}, {"$bytes": "aGk="}, {"$vector": [1, 0.5]}, {"$double": "NaN"}, {"$server-time": true}.',
  oneByOne: 'Eins nach dem anderen',
  addNeedsServer:
    'Der Server antwortet nicht. Er muss sagen, ob die Id frei ist, und die Werte mit ihren Typen schreiben. Gespeichert ist, soweit man weiß, nichts: Fügen Sie es noch einmal hinzu, wenn der Server wieder da ist.',
  create: 'Hinzufügen',
  cancel: 'Abbrechen',
  addField: 'Feld hinzufügen',
  editField: (name) => `${name} bearbeiten`,
  operateOn: {
    'array-add': (name) => `Zu ${name} hinzufügen, was nicht darin ist`,
    'array-remove': (name) => `Aus ${name} entfernen, was gleicht`,
    'server-time': (name) => `${name} bearbeiten`,
    increment: (name) => `${name} bearbeiten`,
  },
  widthOf: {
    collections: 'Breite der Sammlungen',
    documents: 'Breite der Dokumente',
    table: 'Breite der Tabelle',
  },
  widthHelp: 'Ziehen Sie, oder nehmen Sie die Pfeiltasten. Ein Doppelklick oder Enter gibt die übliche Breite.',
  firstWrite: 'Das erste, von Ihrer App geschrieben:',
  editValue: 'Wert bearbeiten',
  renameField: 'Feld umbenennen …',
  renameOf: (name) => `${name} umbenennen`,
  copyValue: 'Wert kopieren',
  copyFieldPath: 'Pfad des Feldes kopieren',
  deleteIt: 'Löschen',
  changeType: 'Typ ändern in',
  moreFor: (path) => `Mehr zu ${path}`,
  fieldName: 'Feldname',
  type: 'Typ',
  value: 'Wert',
  save: 'Speichern',
  badId: 'Eine Kennung hat 1 bis 1.500 Bytes, keinen Schrägstrich und ist weder . noch ..',
  deleteDocument: 'Dokument löschen',
  deleted: (path) => `${path} gelöscht`,
  deletedAlone: (path, subcollections) => `${path} gelöscht. Die Untersammlungen bleiben: ${subcollections}`,
  undo: 'Rückgängig',
  redo: 'Wiederherstellen',
  pending: 'wird gespeichert',
  couldNotSave: (why) => `Nicht gespeichert. ${why}`,
  waiting: 'wartet auf den Server',
  saveNeedsServer:
    'Der Server antwortet nicht, und diese Änderungen können nicht in diesem Tab warten. Sie sind nicht gespeichert: Sie sind hier, solange diese Seite offen ist. Speichern Sie noch einmal, wenn der Server wieder da ist.',
  undoNeedsServer:
    'Rückgängig machen und Wiederherstellen gehen nur mit dem Server: Vielleicht hat jemand dasselbe inzwischen geändert. Nichts wurde geändert. Sobald der Server wieder da ist, finden Sie die Fassung davor im Verlauf.',
  changedMeanwhile:
    'Dieses Dokument wurde im selben Augenblick woanders geändert. Nichts wurde gespeichert. Sehen Sie, was jetzt da ist, und speichern Sie dann erneut.',
  apply: 'Übernehmen',
  document: 'Dokument',
  previousDocument: 'Voriges Dokument (k)',
  nextDocument: 'Nächstes Dokument (j)',
  views: 'Ansichten des Dokuments',
  json: 'JSON',
  back: 'Zurück zur Liste',
  fold: (path) => `${path} zuklappen`,
  unfold: (path) => `${path} aufklappen`,
  addInside: (path) => `In ${path} hinzufügen`,
  moreInside: (count) => `${count} weitere. Die JSON-Ansicht hat alle.`,
  whenSaved: (what, text) => (text === '' ? `${what} beim Speichern` : `${what} beim Speichern: ${text}`),
  notSaved: (count) => (count === 1 ? '1 Änderung nicht gespeichert' : `${count} Änderungen nicht gespeichert`),
  saving: 'Wird gespeichert',
  saved: (count) => (count === 1 ? '1 Änderung gespeichert' : `${count} Änderungen gespeichert`),
  saveUndone: 'Das letzte Speichern ist zurückgenommen.',
  saveRedone: 'Die letzte Speicherung ist wiederhergestellt.',
  discard: 'Verwerfen',
  undoChange: 'Letzte Änderung rückgängig machen',
  discardChanges: (count) => (count === 1 ? 'Änderung verwerfen' : `${count} Änderungen verwerfen`),
  leaveTitle: (count) =>
    count === 1 ? 'Eine Änderung ist nicht gespeichert' : `${count} Änderungen sind nicht gespeichert`,
  leaveText: 'Was nicht gespeichert ist, geht verloren, wenn Sie dieses Dokument verlassen.',
  leaveViewText: 'Was im offenen Feld getippt und nicht übernommen ist, geht in der anderen Ansicht verloren.',
  stay: 'Hier bleiben',
  saveAndLeave: 'Speichern und verlassen',
  applyAndLeave: 'Übernehmen und weiter',
  conflict: (count, who) => {
    const [fields, question] =
      count === 1
        ? ['ein Feld geändert, das', 'Ihren Wert behalten oder den anderen nehmen?']
        : [`${count} Felder geändert, die`, 'Ihre Werte behalten oder die anderen nehmen?']
    const what =
      who === undefined
        ? `Sie haben ${fields} inzwischen auch woanders geändert ${count === 1 ? 'wurde' : 'wurden'}.`
        : who === 'oneself'
          ? `Sie haben hier ${fields} Sie auch woanders geändert haben, etwa in einem anderen Tab.`
          : `${who.name ?? 'Jemand anderes'} hat ${fields} auch Sie geändert haben.`
    return `${what} ${question}`
  },
  overtaken: (who) =>
    who === undefined
      ? 'Dieses Feld wurde woanders geändert, während Sie es bearbeiten. Es ist jetzt:'
      : who === 'oneself'
        ? 'Sie haben dieses Feld woanders geändert, etwa in einem anderen Tab, während Sie es hier bearbeiten. Es ist jetzt:'
        : `${who.name ?? 'Jemand anderes'} hat dieses Feld geändert, während Sie es bearbeiten. Es ist jetzt:`,
  mine: 'Ihr Wert',
  theirs: 'Der andere',
  keepMine: 'Meinen behalten',
  keepMineOf: (path) => `Meinen behalten: ${path}`,
  takeTheirs: 'Den anderen nehmen',
  takeTheirsOf: (path) => `Den anderen nehmen: ${path}`,
  noValue: 'das Feld ist weg',
  deletedMeanwhile: (who) =>
    who === undefined
      ? 'Dieses Dokument wurde gelöscht, während Sie es bearbeitet haben. Was Sie getippt haben, ist noch hier.'
      : who === 'oneself'
        ? 'Sie haben dieses Dokument woanders gelöscht, etwa in einem anderen Tab. Was Sie getippt haben, ist noch hier.'
        : `${who.name ?? 'Jemand anderes'} hat dieses Dokument gelöscht, während Sie es bearbeitet haben. Was Sie getippt haben, ist noch hier.`,
  keepDeleted: 'Mit meinen Änderungen neu anlegen',
  letItGo: 'Dabei belassen',
  inexact:
    'Noch lässt sich nichts bearbeiten: Der Server hat nicht gesagt, welche Zahlen Ganzzahlen und welche Kommazahlen sind, und Raten könnte ihren Typ ändern.',
  lost: 'Dieses Dokument wird nicht mehr laufend aktualisiert: Was Sie sehen, ist vielleicht veraltet.',
  brokenText:
    'Das JSON dieses Dokuments hat einen Fehler. Beheben Sie ihn, oder kehren Sie zum Dokument zurück, wie es war.',
  backToText: 'Zum JSON',
  openReference: (path) => `${path} öffnen`,
  offlineNote: 'Änderungen warten in diesem Tab, bis der Server antwortet. Lassen Sie ihn offen.',
  offlineNeedsServer:
    'Der Server ist nicht zu erreichen, und diese Änderungen können nicht in diesem Tab warten: Nur der Server schreibt sie genau. Lassen Sie diese Seite offen, und speichern Sie, wenn der Server wieder da ist.',
  offlineGuessed:
    'Änderungen warten in diesem Tab, bis der Server antwortet. Lassen Sie ihn offen. Bis dahin gelten ganze Zahlen als Ganzzahlen; Felder, die Sie nicht bearbeiten, behalten ihren Typ.',
  documentAsJson: 'Das Dokument als JSON',
  jsonHelp:
    '3 ist eine Ganzzahl, 3.0 eine Kommazahl. Andere Typen haben eine Marke: {"$timestamp": "2026-11-20T09:14:03Z"}, {"$reference": "users/ada"}, {"$geopoint": "51.5, -0.12"}, {"$bytes": "aGk="}, {"$vector": [1, 0.5]}, {"$double": "NaN"}.',
  copyJson: 'Als JSON kopieren',
  copyPath: 'Pfad kopieren',
  copied: 'Kopiert',
  discardText: 'Zurück zum Dokument',
  documentActions: 'Mehr zu diesem Dokument',
  viewerOnly: 'Sie können hier lesen. Bearbeiter und Eigentümer können Dokumente ändern.',
}
