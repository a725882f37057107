import type { editorPhrases } from '../en/editor.ts'

export const editor: typeof editorPhrases = {
  Find: 'Suchen',
  Replace: 'Ersetzen durch',
  next: 'Nächste',
  previous: 'Vorige',
  all: 'Alle auswählen',
  'match case': 'Groß- und Kleinschreibung',
  'by word': 'Ganze Wörter',
  regexp: 'Regulärer Ausdruck',
  replace: 'Ersetzen',
  'replace all': 'Alle ersetzen',
  close: 'Suche schließen',
  'current match': 'aktuelle Fundstelle',
  'on line': 'in Zeile',
  'replaced match on line $': 'Die Fundstelle in Zeile $ ist ersetzt',
  'replaced $ matches': '$ Fundstellen sind ersetzt',
}
