import type { columnTexts } from '../en/data-columns.ts'

export const dataColumns: typeof columnTexts = {
  number: 'Nummer',
  edge: 'Ziehen ändert die Breite, ein Doppelklick gibt die übliche',
  menu: (field) => `Spalte ${field}`,
  ascending: 'Aufsteigend sortieren',
  descending: 'Absteigend sortieren',
  pin: 'Im Blick behalten',
  unpin: 'Mitscrollen lassen',
  left: 'Nach links',
  right: 'Nach rechts',
  usualWidth: 'Übliche Breite',
  hide: 'Ausblenden',
  hidden: (count) => `${count} ausgeblendet`,
  reset: 'Übliche Spalten',
  localTime: 'Ortszeit',
  utc: 'UTC',
  clock: 'Zeiten in dieser Tabelle',
  row: (row, count) => `Zeile ${row} von ${count}`,
  held: (count) => `${count} Zellen gehalten`,
  count: (count, text, hasMore) =>
    hasMore ? `Mehr als ${text} Dokumente` : count === 1 ? '1 Dokument' : `${text} Dokumente`,
  search: 'Kennung oder Text',
  searchLabel:
    'In dieser Sammlung suchen: der Anfang einer Kennung oder eines Textes, oder ein Text irgendwo im Geladenen',
  clearSearch: 'Suche leeren',
  found: (count, isCut, loaded) =>
    `${isCut ? `Mindestens ${count.toLocaleString('de')} Dokumente` : count === 1 ? '1 Dokument' : `${count.toLocaleString('de')} Dokumente`} gefunden: Anfänge in der ganzen Sammlung, alles andere in den ${loaded} geladenen`,
  nothingFound: 'Nichts gefunden',
  nothingFoundHelp: (loaded) =>
    `Keine Kennung und kein Text der ersten Spalten beginnt so, und keines der ${loaded} geladenen Dokumente enthält diesen Text. Weiter scrollen, oder mit einer Bedingung den Server fragen.`,
}
