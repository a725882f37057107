import type { cellTexts } from '../en/data-cells.ts'

export const dataCells: typeof cellTexts = {
  edit: (field, id) => `${field} von ${id} bearbeiten`,
  remove: (field, id) => `${field} von ${id} entfernen`,
  removed: (field, id) => `${field} von ${id} entfernt`,
  help: 'Enter speichert und geht nach unten, Tab speichert und geht zur nächsten Zelle, F2 führt zum Typ, Esc lässt alles, wie es war.',
  left: 'Die Abfrage findet dieses Dokument nicht mehr, deshalb ist seine Zeile weg. Was Sie eingeben, wird trotzdem darin gespeichert.',
  deleted: 'Dieses Dokument wurde woanders gelöscht. Was Sie eingegeben haben, ist noch hier.',
  moved: (row) => `Die Zeile ist gewandert: Sie ist jetzt Nummer ${row}.`,
  notSaved: 'nicht gespeichert',
  saving: 'wird gespeichert',
  saved: (field, id) => `${field} von ${id} gespeichert`,
  waiting: (field, id) => `${field} von ${id} wartet auf den Server`,
  undone: (cells) =>
    cells === 1
      ? 'Die letzte Änderung einer Zelle ist zurückgenommen.'
      : `Die letzte Änderung von ${cells.toLocaleString('de')} Zellen ist zurückgenommen.`,
  redone: (cells) =>
    cells === 1
      ? 'Die letzte Änderung einer Zelle ist wiederhergestellt.'
      : `Die letzte Änderung von ${cells.toLocaleString('de')} Zellen ist wiederhergestellt.`,
  undoLast: 'Letzte Änderung rückgängig machen',
  redoLast: 'Letzte Änderung wiederherstellen',
  keys: { save: 'speichern', next: 'speichern, weiter', line: 'neue Zeile', leave: 'verlassen' },
  savedCells: (count) => (count === 1 ? '1 Zelle gespeichert' : `${count.toLocaleString('de')} Zellen gespeichert`),
  notKnown: 'Ein Teil dessen, was gehalten wird, ist zu weit weg. Zurückscrollen oder weniger Zeilen halten.',
  nothingToSave: 'Das steht schon in diesen Zellen.',
  tooMany: (max) => `Auf einmal werden höchstens ${max} Dokumente geändert. Halten Sie weniger Zeilen.`,
  tooLong: 'Das ist zu viel zum Einfügen: höchstens 1 MB Text.',
  pasteTitle: (cells, documents) =>
    `In ${cells === 1 ? '1 Zelle' : `${cells.toLocaleString('de')} Zellen`} von ${documents === 1 ? '1 Dokument' : `${documents.toLocaleString('de')} Dokumenten`} einfügen?`,
  pasteTypes: (count) =>
    count === 1
      ? '1 Zelle bekommt einen Wert eines Typs, der dort nicht üblich ist.'
      : `${count.toLocaleString('de')} Zellen bekommen einen Wert eines Typs, der dort nicht üblich ist.`,
  pasteEmptied: (count) =>
    count === 1 ? '1 Zelle verliert ihren Wert.' : `${count.toLocaleString('de')} Zellen verlieren ihre Werte.`,
  pasteLeftOut: (count) =>
    `${count === 1 ? '1 Wert findet' : `${count.toLocaleString('de')} Werte finden`} hier keine Zelle und ${count === 1 ? 'fällt' : 'fallen'} weg: unter der letzten geladenen Zeile, hinter der letzten Spalte oder bei einer Kennung.`,
  paste: 'Einfügen',
  pasteKeys: 'Dieser Browser lässt eine Seite nur über die Tasten einfügen: Strg V oder ⌘ V.',
  menu: (id) => `${id}: was man tun kann`,
  only: (value) => `Nur ${value}`,
  without: (value) => `Ohne ${value}`,
  editValue: 'Bearbeiten',
  copyValue: 'Wert kopieren',
  copyValues: (count) => `${count.toLocaleString('de')} Werte kopieren`,
  copyPath: 'Pfad kopieren',
  copyId: 'Kennung kopieren',
  copyJson: 'Dokument als JSON kopieren',
  copied: 'Kopiert',
  fillDown: 'Nach unten ausfüllen',
  fillRight: 'Nach rechts ausfüllen',
  clearValue: 'Wert entfernen',
  clearValues: (count) => `${count.toLocaleString('de')} Werte entfernen`,
  setFor: (count) => `Feld in ${count.toLocaleString('de')} Dokumenten setzen…`,
  openPath: (path) => `${path} öffnen`,
  openReference: 'Verweis öffnen',
  openDocument: 'Dokument öffnen',
  history: 'Verlauf',
  deleteDocument: 'Dokument löschen',
  deleteDocuments: (count) => `${count.toLocaleString('de')} Dokumente löschen`,
  items: (count) => (count === 1 ? '1 Eintrag' : `${count.toLocaleString('de')} Einträge`),
  fields: (count) => (count === 1 ? '1 Feld' : `${count.toLocaleString('de')} Felder`),
  andMore: (first, count) => `${first}, ${count} weitere`,
  usual: 'Übliche Werte',
  peek: (path) => `Was ${path} enthält`,
  noDocument: 'Dieses Dokument gibt es nicht.',
  leaveText:
    'Was in einer Zelle eingegeben und nicht gespeichert ist, geht verloren, wenn Sie diese Tabelle verlassen.',
}
