import { inLanguage } from '../in-language.ts'

/** Who changed what is edited here: the signed-in account itself, or another, by name where it is a member of the project. */
export type Writer = 'oneself' | { readonly name?: string | undefined }

/** Texts of the document browser. */
export const dataTexts = inLanguage('data', {
  title: 'Data',
  fact: (path: string) =>
    path === '' ? 'The documents of this project' : path.includes('/') ? path : 'A collection at the root',
  factOfDatabase: (id: string) => `The documents of the database ${id}`,
  collections: 'Collections',
  subcollections: 'Subcollections',
  documents: 'Documents',
  fields: 'Fields',
  failedCollections: 'Couldn’t list the collections',
  failedDocuments: 'Couldn’t read the documents',
  failedDocument: 'Couldn’t read the document',
  noCollections: 'No collections yet',
  noSubcollections: 'None. A collection begins with its first document.',
  noCollectionsHelp: 'A collection begins with its first document.',
  chooseCollection: 'Choose a collection',
  chooseCollectionHelp:
    'It holds the documents of one kind, such as orders. They appear here, live, as a list or as a table.',
  orAddCollection: 'Or add a collection: it begins with its first document.',
  chooseDocument: 'Choose a document',
  chooseDocumentHelp: 'Its fields, its history and who may read it show here.',
  noDocuments: 'No documents here',
  noDocumentsHelp: 'Add one, or write one from your app: it appears here at once.',
  missingDocuments: 'Not there, but with subcollections',
  failedMissing: 'Couldn’t look for ids that have nothing but subcollections.',
  missingDocument: 'There is no such document',
  missingDocumentHelp: 'It was deleted, or only its subcollections exist.',
  noFields: 'No fields',
  noFieldsHelp: 'This document has no fields.',
  add: 'Add document',
  /** On phones: a part of it, as much as there is room for. */
  addShort: 'Add document',
  addTo: (path: string) => `Add a document to ${path}`,
  addCollection: 'Add collection',
  addSubcollection: 'Add subcollection',
  collectionId: 'Collection id',
  documentId: 'Document id',
  documentIdHelp: 'Leave it empty for a new random id.',
  idTaken: 'There is a document with this id already. Choose another id.',
  addOffline:
    'The server can’t be reached. Without an id the document gets a random one, which no other has, and waits in this tab. An id of your own is asked about first: the form then waits for the server.',
  waitsForServer:
    'Waits for the server, which has to say whether the id is free and write the values with their types. Nothing is saved yet. Cancel gives it up.',
  fieldsAsJson: 'Fields as JSON (optional)',
  fieldsAsJsonHelp:
    'Paste JSON, such as {"name": "Ada"}. 3 is an integer, 3.0 a double. Other types have a tag: {"$timestamp": "2026-11-20T09:14:03Z"}, {"$reference": "users/ada"}, {"$geopoint": "51.5, -0.12"}, {"$bytes": "aGk="}, {"$vector": [1, 0.5]}, {"$double": "NaN"}, {"$server-time": true}.',
  oneByOne: 'One by one',
  addNeedsServer:
    'The server doesn’t answer. It has to say whether the id is free, and to write the values with their types. Nothing is known to be saved: add it again when the server is back.',
  create: 'Add',
  cancel: 'Cancel',
  addField: 'Add field',
  editField: (name: string) => `Edit ${name}`,
  operateOn: {
    'array-add': (name: string) => `Add to ${name} what is not in it`,
    'array-remove': (name: string) => `Remove from ${name} what equals`,
    'server-time': (name: string) => `Edit ${name}`,
    increment: (name: string) => `Edit ${name}`,
  },
  widthOf: {
    collections: 'Width of the collections',
    documents: 'Width of the documents',
    table: 'Width of the table',
  },
  widthHelp: 'Drag, or use the arrow keys. A double click or Enter gives the usual width.',
  firstWrite: 'The first one, written by your app:',
  editValue: 'Edit the value',
  renameField: 'Rename the field…',
  renameOf: (name: string) => `Rename ${name}`,
  copyValue: 'Copy value',
  copyFieldPath: 'Copy the path of the field',
  deleteIt: 'Delete',
  changeType: 'Change the type to',
  moreFor: (path: string) => `More for ${path}`,
  fieldName: 'Field name',
  type: 'Type',
  value: 'Value',
  save: 'Save',
  badId: 'An id has 1 to 1,500 bytes, no slash, and is not . or ..',
  deleteDocument: 'Delete document',
  deleted: (path: string) => `Deleted ${path}`,
  deletedAlone: (path: string, subcollections: string) => `Deleted ${path}. Its subcollections stay: ${subcollections}`,
  undo: 'Undo',
  redo: 'Redo',
  pending: 'saving',
  couldNotSave: (why: string) => `Couldn’t save. ${why}`,
  waiting: 'waits for the server',
  saveNeedsServer:
    'The server doesn’t answer, and these changes can’t wait in this tab. They are not saved: they are here as long as this page is open. Save again when the server is back.',
  undoNeedsServer:
    'Undoing and redoing need the server: somebody may have changed the same meanwhile. Nothing was changed. When the server is back, the History tab has the version before.',
  changedMeanwhile:
    'This document was changed elsewhere at the same moment. Nothing was saved. Look at what is there now, then save again.',
  apply: 'Apply',
  document: 'Document',
  previousDocument: 'Previous document (k)',
  nextDocument: 'Next document (j)',
  views: 'Views of the document',
  json: 'JSON',
  back: 'Back to the list',
  fold: (path: string) => `Fold ${path}`,
  unfold: (path: string) => `Unfold ${path}`,
  addInside: (path: string) => `Add inside ${path}`,
  moreInside: (count: number) => `${count} more. The JSON view has them all.`,
  whenSaved: (what: string, text: string) => (text === '' ? `${what} when saved` : `${what} when saved: ${text}`),
  notSaved: (count: number) => (count === 1 ? '1 change not saved' : `${count} changes not saved`),
  saving: 'Saving',
  saved: (count: number) => (count === 1 ? 'Saved 1 change' : `Saved ${count} changes`),
  saveUndone: 'The last save is undone.',
  saveRedone: 'The last save is made again.',
  discard: 'Discard',
  undoChange: 'Undo the last change',
  discardChanges: (count: number) => (count === 1 ? 'Discard the change' : `Discard ${count} changes`),
  leaveTitle: (count: number) => (count === 1 ? 'A change is not saved' : `${count} changes are not saved`),
  leaveText: 'What is not saved is lost when you leave this document.',
  leaveViewText: 'What is typed in the open field and not applied is lost in the other view.',
  stay: 'Stay here',
  saveAndLeave: 'Save and leave',
  applyAndLeave: 'Apply and go on',
  conflict: (count: number, who: Writer | undefined) => {
    const fields = count === 1 ? 'a field' : `${count} fields`
    const what =
      who === undefined
        ? `Of what you changed, ${count === 1 ? 'a field was' : `${count} fields were`} changed elsewhere, too.`
        : who === 'oneself'
          ? `You changed ${fields} here that you changed elsewhere, too, such as in another tab.`
          : `${who.name ?? 'Somebody else'} changed ${fields} that you changed, too.`
    return `${what} Keep yours or take the other?`
  },
  overtaken: (who: Writer | undefined) =>
    who === undefined
      ? 'This field was changed elsewhere while you were editing it. It is now:'
      : who === 'oneself'
        ? 'You changed this field elsewhere, such as in another tab, while you were editing it here. It is now:'
        : `${who.name ?? 'Somebody else'} changed this field while you were editing it. It is now:`,
  mine: 'Yours',
  theirs: 'The other',
  keepMine: 'Keep mine',
  keepMineOf: (path: string) => `Keep mine: ${path}`,
  takeTheirs: 'Take the other',
  takeTheirsOf: (path: string) => `Take the other: ${path}`,
  noValue: 'the field is gone',
  deletedMeanwhile: (who: Writer | undefined) =>
    who === undefined
      ? 'This document was deleted while you were editing it. What you typed is still here.'
      : who === 'oneself'
        ? 'You deleted this document elsewhere, such as in another tab. What you typed is still here.'
        : `${who.name ?? 'Somebody else'} deleted this document while you were editing it. What you typed is still here.`,
  keepDeleted: 'Create it again with my changes',
  letItGo: 'Let it go',
  inexact:
    'Nothing can be edited yet: the server has not said which numbers are integers and which are doubles, and a guess could change their type.',
  lost: 'This document isn’t live any more: what you see may be old.',
  brokenText: 'The JSON of this document has a mistake. Mend it, or go back to the document as it was.',
  backToText: 'Go to the JSON',
  openReference: (path: string) => `Open ${path}`,
  offlineNote: 'Changes wait in this tab until the server answers. Keep it open.',
  offlineNeedsServer:
    'The server can’t be reached, and these changes can’t wait in this tab: only the server writes them exactly. Keep this page open, and save when the server is back.',
  offlineGuessed:
    'Changes wait in this tab until the server answers. Keep it open. Until then whole numbers count as integers; fields that you don’t edit keep their type.',
  documentAsJson: 'The document as JSON',
  jsonHelp:
    '3 is an integer, 3.0 a double. Other types have a tag: {"$timestamp": "2026-11-20T09:14:03Z"}, {"$reference": "users/ada"}, {"$geopoint": "51.5, -0.12"}, {"$bytes": "aGk="}, {"$vector": [1, 0.5]}, {"$double": "NaN"}.',
  copyJson: 'Copy as JSON',
  copyPath: 'Copy path',
  copied: 'Copied',
  discardText: 'Back to the document',
  documentActions: 'More for this document',
  viewerOnly: 'You can read here. Editors and owners can change documents.',
})
