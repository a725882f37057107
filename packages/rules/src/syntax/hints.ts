import type { SourceIssue } from './issue.ts'

interface Hint {
  /** Of the issue. */
  readonly description: RegExp
  /** What stands before it in its line; absent: anything. */
  readonly before?: RegExp
  /** Or made of what `description` finds: where a name stands, and the name. */
  readonly text: string | ((place: string, name: string) => string)
}

/** How much of a line is looked at. */
const REACH = 200

/** What people usually meant by what can't be read, the first that fits. Descriptions are the vendor's, and short. */
const hints: readonly Hint[] = [
  {
    description: /^Unexpected '\{'/,
    before: /\bmatch\s+\/\S*[^\s/]$/,
    text: 'A blank goes between a path and the brace that opens its block: match /orders/{order} {',
  },
  {
    description: /^Unexpected '\{'/,
    before: /\bmatch\s+\/\S*\/\s+$/,
    text: 'A path does not end with a slash.',
  },
  {
    description: /expecting '\/'$/,
    before: /\bmatch\s+$/,
    text: 'A path begins with a slash: match /orders/{order} {',
  },
  {
    description: /^Unexpected '\$'|^token recognition error at: '\$'/,
    before: /\bmatch\s+\/\S*$/,
    text: 'What stands for any id is a name in braces: {order}.',
  },
  {
    description: /expecting '\*'$|^Missing a closing \*\//,
    before: /\bmatch\s+\/\S*$/,
    text: 'One segment of a path is {name}, all that follow are {name=**}.',
  },
  {
    description: /expecting '\}'$/,
    before: /\bmatch\s+\/\S*\{[^}]*$/,
    text: 'What stands for any id is a name in braces: {order}.',
  },
  {
    description: /expecting '\{'$/,
    before: /\bmatch\s+\/\S*\s+$/,
    text: 'A path has no blanks, and a block in braces goes behind it: match /orders/{order} {',
  },
  {
    description: /^Unexpected 'if'/,
    before: /\ballow\s+[\w\s,]*$/,
    text: 'A colon goes before the condition: allow read: if …;',
  },
  { description: /expecting 'if'$/, text: 'A condition begins with if: allow read: if …;' },
  {
    description: /^Unexpected '|expecting IDENTIFIER$/,
    before: /\ballow\s+(?:\w+\s*,\s*)*$/,
    text: 'An allow names what it grants: read, write, get, list, create, update or delete.',
  },
  { description: /^Unexpected 'and'/, text: 'Both have to hold: a && b.' },
  { description: /^Unexpected 'or'/, text: 'One of them has to hold: a || b.' },
  { description: /^Unexpected 'not'/, text: 'The opposite of a is !a.' },
  { description: /^Unexpected '='/, text: 'Two values are compared by == or !=.' },
  { description: /at: '`'$/, text: 'Texts stand between \' or ", and are put together by +.' },
  {
    description: /expecting 'return'$/,
    text: 'A function has its lets and then one return: function isMine() { return …; }',
  },
  {
    description: /^mismatched input '<EOF>' expecting/,
    text: 'The rules end in the middle of something: what was begun above is not finished.',
  },
  { description: /^missing '\}' at '<EOF>'/, text: 'A block is open at the end: each { needs its }.' },
  { description: /^Unexpected '\}'/, text: 'There is no block left that this brace could close.' },
  { description: /^Unexpected 'let'/, text: 'A let stands in a function, before its return.' },
  { description: /^Unexpected 'rules_version'/, text: 'The version stands before everything else.' },
  { description: /^Invalid rules version/, text: "There are the versions '1' and '2'." },
  { description: /^Unknown service/, text: 'Rules are for cloud.firestore (documents) or firebase.storage (files).' },
  {
    description: /^Unexpected '(?:match|allow)'/,
    before: /^\s*$/,
    text: 'Blocks stand in a service: service cloud.firestore { match /databases/{database}/documents { … } }',
  },
  {
    description: /^Unexpected '(?:<EOF>|\{)'/,
    before: /^$/,
    text: "Rules begin with: rules_version = '2'; service cloud.firestore { match /databases/{database}/documents { … } }",
  },
  { description: /^Invalid function name/, text: 'No function of this name is declared in this block or around it.' },
  {
    description: /^Invalid variable name/,
    text: 'There are request, resource, the names in braces of the paths around, and those of let and of arguments.',
  },
  {
    description: /^Unknown member of request: (?:user|uid|userId|user_id|currentUser|caller)\./,
    text: 'Who is signed in is request.auth, which is null for nobody: request.auth.uid.',
  },
  {
    description: /^Unknown member of request: (?:token|claims)\./,
    text: 'What the ID token says is request.auth.token, such as request.auth.token.email.',
  },
  {
    description: /^Unknown member of request: (?:data|body|document|doc|newData|file)\./,
    text: 'What is there after a write is request.resource; the fields of a document are request.resource.data.',
  },
  {
    description: /^Unknown member of request: (?:now|timestamp|date)\./,
    text: 'When the request is made is request.time.',
  },
  { description: /^Unknown member of request: /, text: 'A request has auth, method, path, resource and time.' },
  {
    description: /^Unknown member of request\.auth: (?:id|user|user_id|userId|userid|UID|Uid|localId|sub)\./,
    text: 'The id of who is signed in is request.auth.uid.',
  },
  {
    description: /^Unknown member of request\.auth: (?:tokens|claims|customClaims|idToken)\./,
    text: 'What the ID token says is request.auth.token, such as request.auth.token.email.',
  },
  {
    description: /^Unknown member of (request\.auth): (\w+)\./,
    text: (place, name) =>
      `There are ${place}.uid and ${place}.token. A claim is in the token: ${place}.token.${name}.`,
  },
  {
    description: /^Unknown member of (\S*resource): (\w+)\./,
    text: (place, name) => `A field of the document is in its data: ${place}.data.${name}.`,
  },
  {
    description: /^Unknown member of (\S*resource) of a file: (\w+)\./,
    text: (place, name) => `What an app adds to a file is in its metadata: ${place}.metadata.${name}.`,
  },
  {
    description: /^mismatched input '(.+)' expecting IDENTIFIER$/,
    text: (found) => `A name or a value is missing before ${found}.`,
  },
  {
    description: /^mismatched input '(.+)' expecting '(.+)'$/,
    text: (found, wanted) => `There should be ${wanted} before ${found}.`,
  },
]

/** What to do about an issue of a source, in a sentence or an example; undefined where that is anybody's guess. */
export function hintFor(source: string, { description, span }: SourceIssue): string | undefined {
  const start = span?.start ?? 0
  const lineStart = source.lastIndexOf('\n', start - 1) + 1
  const before = source.slice(Math.max(lineStart, start - REACH), start)
  for (const { description: words, before: context, text } of hints) {
    const match = words.exec(description)
    if (match === null || context?.test(before) === false) continue
    return typeof text === 'string' ? text : text(match[1] ?? '', match[2] ?? '')
  }
  return undefined
}
