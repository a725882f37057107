import type { cellTexts } from '../en/data-cells.ts'

export const dataCells: typeof cellTexts = {
  edit: (field, id) => `${field} von ${id} bearbeiten`,
  remove: (field, id) => `${field} von ${id} entfernen`,
  removed: (field, id) => `${field} von ${id} entfernt`,
  help: 'Enter speichert, Tab speichert und geht zur nächsten Zelle, F2 führt zum Typ, Esc lässt alles, wie es war.',
  left: 'Die Abfrage findet dieses Dokument nicht mehr, deshalb ist seine Zeile weg. Was Sie eingeben, wird trotzdem darin gespeichert.',
  deleted: 'Dieses Dokument wurde woanders gelöscht. Was Sie eingegeben haben, ist noch hier.',
  moved: (row) => `Die Zeile ist gewandert: Sie ist jetzt Nummer ${row}.`,
  notSaved: 'nicht gespeichert',
  saving: 'wird gespeichert',
  saved: (field, id) => `${field} von ${id} gespeichert`,
  waiting: (field, id) => `${field} von ${id} wartet auf den Server`,
  undone: 'Die letzte Änderung einer Zelle ist zurückgenommen.',
  leaveText:
    'Was in einer Zelle eingegeben und nicht gespeichert ist, geht verloren, wenn Sie diese Tabelle verlassen.',
}
