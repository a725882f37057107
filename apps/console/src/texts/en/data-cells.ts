import { inLanguage } from '../in-language.ts'

/** Texts of the cells of a table that are edited where they stand. */
export const cellTexts = inLanguage('data-cells', {
  edit: (field: string, id: string) => `Edit ${field} of ${id}`,
  remove: (field: string, id: string) => `Take ${field} of ${id} away`,
  removed: (field: string, id: string) => `Took ${field} of ${id} away`,
  help: 'Enter saves and goes down, Tab saves and goes on to the next cell, F2 leads to the type, Esc leaves it as it was.',
  left: 'The query doesn’t find this document any more, so its row is gone. What you type is saved to it all the same.',
  deleted: 'This document was deleted elsewhere. What you typed is still here.',
  moved: (row: number) => `The row has moved: it is number ${row} now.`,
  notSaved: 'not saved',
  saving: 'saving',
  saved: (field: string, id: string) => `Saved ${field} of ${id}`,
  waiting: (field: string, id: string) => `${field} of ${id} waits for the server`,
  undone: (cells: number) =>
    cells === 1
      ? 'The last change of a cell is undone.'
      : `The last change of ${cells.toLocaleString('en')} cells is undone.`,
  redone: (cells: number) =>
    cells === 1
      ? 'The last change of a cell is made again.'
      : `The last change of ${cells.toLocaleString('en')} cells is made again.`,
  undoLast: 'Undo the last change',
  redoLast: 'Redo the last change',
  keys: { save: 'save', next: 'save, next', line: 'new line', leave: 'leave' },
  savedCells: (count: number) => (count === 1 ? 'Saved 1 cell' : `Saved ${count.toLocaleString('en')} cells`),
  notKnown: 'Part of what is held is too far away to be known. Scroll back to it, or hold fewer rows.',
  nothingToSave: 'These cells hold that already.',
  tooMany: (max: string) => `One commit changes ${max} documents at most. Hold fewer rows.`,
  tooLong: 'This is too much to paste: 1 MB of text at most.',
  pasteTitle: (cells: number, documents: number) =>
    `Paste into ${cells === 1 ? '1 cell' : `${cells.toLocaleString('en')} cells`} of ${documents === 1 ? '1 document' : `${documents.toLocaleString('en')} documents`}?`,
  pasteTypes: (count: number) =>
    count === 1
      ? '1 cell gets a value of a type that is not usual there.'
      : `${count.toLocaleString('en')} cells get a value of a type that is not usual there.`,
  pasteEmptied: (count: number) =>
    count === 1 ? '1 cell loses its value.' : `${count.toLocaleString('en')} cells lose their values.`,
  pasteLeftOut: (count: number) =>
    `${count === 1 ? '1 value finds' : `${count.toLocaleString('en')} values find`} no cell here and is left out: below the last row that is loaded, beyond the last column, or at an id.`,
  paste: 'Paste',
  pasteKeys: 'This browser lets a page paste by the keys alone: Ctrl V, or ⌘ V.',
  menu: (id: string) => `${id}: what can be done`,
  only: (value: string) => `Only ${value}`,
  without: (value: string) => `Without ${value}`,
  editValue: 'Edit',
  copyValue: 'Copy value',
  copyValues: (count: number) => `Copy ${count.toLocaleString('en')} values`,
  copyPath: 'Copy path',
  copyId: 'Copy id',
  copyJson: 'Copy document as JSON',
  copied: 'Copied',
  fillDown: 'Fill down',
  fillRight: 'Fill right',
  clearValue: 'Take the value away',
  clearValues: (count: number) => `Take ${count.toLocaleString('en')} values away`,
  setFor: (count: number) => `Set a field in ${count.toLocaleString('en')} documents…`,
  openPath: (path: string) => `Open ${path}`,
  openReference: 'Open the reference',
  openDocument: 'Open document',
  history: 'History',
  deleteDocument: 'Delete document',
  deleteDocuments: (count: number) => `Delete ${count.toLocaleString('en')} documents`,
  items: (count: number) => (count === 1 ? '1 item' : `${count.toLocaleString('en')} items`),
  fields: (count: number) => (count === 1 ? '1 field' : `${count.toLocaleString('en')} fields`),
  andMore: (first: string, count: number) => `${first}, ${count} more`,
  usual: 'Usual values',
  peek: (path: string) => `What ${path} holds`,
  noDocument: 'There is no such document.',
  leaveText: 'What is typed in a cell and not saved is lost when you leave this table.',
})
