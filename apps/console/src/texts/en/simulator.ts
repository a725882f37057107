import { inLanguage } from '../in-language.ts'

/** Texts of the simulator of rules. */
export const simulatorTexts = inLanguage('simulator', {
  title: 'Try',
  method: 'Method',
  path: {
    documents: 'Path of the document',
    files: 'Path of the file',
    list: 'Path of the collection, or **/ and its id',
  },
  as: 'As',
  nobody: 'Nobody',
  user: 'User',
  uid: 'User id',
  claims: 'Claims (JSON)',
  claimsHelp: 'What the ID token says, such as {"admin": true}.',
  before: { documents: 'Document before', files: 'Metadata before (JSON)' },
  after: { documents: 'Document after', files: 'Metadata after (JSON)' },
  documentHelp: 'JSON, as in the data browser. Empty: there is no document.',
  fileHelp: 'Such as {"size": 1024, "contentType": "image/png"}. Empty: there is no file.',
  filters: 'Conditions of the query',
  filtersHelp: 'One a line, such as owner == "ada".',
  orderBy: 'Order',
  orderByHelp: 'Such as created desc, name.',
  limit: 'Limit',
  time: 'Time of the request',
  timeHelp: 'Such as 2026-11-21T10:00:00Z. Empty: now.',
  others: 'Other documents',
  othersHelp:
    'Such as {"users/ada": {"role": "editor"}, "bans/ada": null}. What is not named here is read from the database.',
  further: 'Time and other documents',
  load: 'Load from the database',
  loadFailed: 'Couldn’t load the document.',
  notThere: 'There is no such document.',
  run: 'Try',
  hasErrors: 'The rules have errors. Mend them first.',
  failed: 'Couldn’t read a document that the rules ask for.',
  allowed: 'Allowed',
  denied: 'Denied',
  allowedBy: (line: number) => `Line ${line} grants it.`,
  deniedBy: (line: number) => `Nothing grants it. The last word is on line ${line}.`,
  nothingCovers: 'No allow covers this method at this path.',
  nothingBefore: {
    documents: (path: string, line: number, expression: string) =>
      `The document ${path} does not exist before a create: resource is null, and line ${line} asks for ${expression}. What is written is request.resource.`,
    files: (path: string, line: number, expression: string) =>
      `The file ${path} does not exist before a create: resource is null, and line ${line} asks for ${expression}. What is written is request.resource.`,
  },
  nothingThere: {
    documents: (path: string, line: number, expression: string) =>
      `The document ${path} does not exist: resource is null, and line ${line} asks for ${expression}.`,
    files: (path: string, line: number, expression: string) =>
      `The file ${path} does not exist: resource is null, and line ${line} asks for ${expression}.`,
  },
  nothingAfter: {
    documents: (path: string, line: number, expression: string) =>
      `The document ${path} does not exist after a delete: request.resource is null, and line ${line} asks for ${expression}.`,
    files: (path: string, line: number, expression: string) =>
      `The file ${path} does not exist after a delete: request.resource is null, and line ${line} asks for ${expression}.`,
  },
  nobodyThere: (line: number, expression: string) =>
    `Nobody is signed in: request.auth is null, and line ${line} asks for ${expression}.`,
  nothingFound: (path: string, line: number) => `The document ${path} does not exist, and line ${line} looks it up.`,
  outdated: 'The rules changed since.',
  otherQuestion: 'The question changed since: this answers the one before.',
  goToLine: (line: number) => `Go to line ${line}`,
  always: 'no condition',
  cutShort: 'cut short',
  deciding: 'decides',
  evaluation: 'What was evaluated',
  read: (paths: string) => `Read as they are now: ${paths}`,
  noDocumentPath: 'A document has an even number of segments, such as orders/8Kd2.',
  noCollectionPath: 'A collection has an odd number of segments, such as orders.',
  noFilePath: 'Name a file, such as photos/1.png.',
  noJson: 'This is no JSON object.',
  noCondition: (line: string) => `This is no condition: ${line}`,
  noOrder: (text: string) => `This is no order: ${text}`,
  noTime: 'This is no time with a zone, such as 2026-11-21T10:00:00Z.',
  noOther: (path: string) => `${path} is no path of a document, or has no fields.`,
  noUid: 'Whose request is it? Write a user id, or choose Nobody.',
  noLimit: 'A limit is a whole number from 1.',
  noOperation: 'Write the value that the field has afterwards; of operations only the server’s time can be tried.',
  noSuchPlace: (path: string) => `No document of this database can be at ${path}.`,
  openedRequest: (what: string, when: string) => `Request of ${when}: ${what}`,
  closeRequest: 'Close the request',
  fillInWhatIsNotKept: (parts: string) => `Not kept of this request: ${parts}. Fill it in before you try.`,
  problemAt: (line: number, column: number, problem: string) => `Line ${line}, column ${column}: ${problem}`,
})
