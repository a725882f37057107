import { inLanguage } from '../in-language.ts'

/** Texts of the cells of a table that are edited where they stand. */
export const cellTexts = inLanguage('data-cells', {
  edit: (field: string, id: string) => `Edit ${field} of ${id}`,
  remove: (field: string, id: string) => `Take ${field} of ${id} away`,
  removed: (field: string, id: string) => `Took ${field} of ${id} away`,
  help: 'Enter saves, Tab saves and goes on to the next cell, F2 leads to the type, Esc leaves it as it was.',
  left: 'The query doesn’t find this document any more, so its row is gone. What you type is saved to it all the same.',
  deleted: 'This document was deleted elsewhere. What you typed is still here.',
  moved: (row: number) => `The row has moved: it is number ${row} now.`,
  notSaved: 'not saved',
  saving: 'saving',
  saved: (field: string, id: string) => `Saved ${field} of ${id}`,
  waiting: (field: string, id: string) => `${field} of ${id} waits for the server`,
  undone: 'The last change of a cell is undone.',
  leaveText: 'What is typed in a cell and not saved is lost when you leave this table.',
})
