import { inLanguage } from '../in-language.ts'

/** Texts of the columns of a table and of what stands below it. */
export const columnTexts = inLanguage('data-columns', {
  number: 'Number',
  edge: 'Drag to change the width, double-click for the usual one',
  menu: (field: string) => `Column ${field}`,
  ascending: 'Sort ascending',
  descending: 'Sort descending',
  pin: 'Keep in sight',
  unpin: 'Let it scroll',
  left: 'Move left',
  right: 'Move right',
  usualWidth: 'Usual width',
  hide: 'Hide',
  hidden: (count: number) => (count === 1 ? '1 hidden' : `${count} hidden`),
  reset: 'Usual columns',
  localTime: 'Local time',
  utc: 'UTC',
  clock: 'Times in this table',
  row: (row: string, count: string) => `Row ${row} of ${count}`,
  held: (count: string) => `${count} cells held`,
  count: (count: number, text: string, hasMore: boolean) =>
    hasMore ? `More than ${text} documents` : count === 1 ? '1 document' : `${text} documents`,
  search: 'Id or text',
  searchLabel: 'Search this collection: the beginning of an id or of a text, or a text anywhere in what is loaded',
  clearSearch: 'Clear the search',
  found: (count: number, isCut: boolean, loaded: string) =>
    `${isCut ? `At least ${count.toLocaleString('en')} documents` : count === 1 ? '1 document' : `${count.toLocaleString('en')} documents`} found: beginnings in the whole collection, all else in the ${loaded} that are loaded`,
  nothingFound: 'Nothing found',
  nothingFoundHelp: (loaded: string) =>
    `No id and no text of the first columns begins so, and none of the ${loaded} documents that are loaded holds this text. Scroll further, or add a condition to ask the server.`,
})
