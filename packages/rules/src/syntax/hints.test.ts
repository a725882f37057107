import { expect, test } from 'vitest'
import { findIssues } from '../index.ts'

function inDocuments(content: string): string {
  return `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    ${content}
  }
}`
}

function firstHint(content: string): string | undefined {
  const [issue] = findIssues([{ name: 'firestore.rules', content }])
  if (issue === undefined) throw new Error('there is an issue')
  return issue.hint
}

test.each([
  ['match /orders{ allow read; }', 'A blank goes between a path and the brace'],
  ['match orders/{order} { allow read; }', 'A path begins with a slash'],
  ['match /orders/ { allow read; }', 'A path does not end with a slash.'],
  ['match /orders/$order { allow read; }', 'a name in braces: {order}'],
  ['match /orders/{order { allow read; }', 'a name in braces: {order}'],
  ['match /orders/{order=*} { allow read; }', 'all that follow are {name=**}'],
  ['match /orders/* { allow read; }', 'all that follow are {name=**}'],
  ['match /my orders/{order} { allow read; }', 'A path has no blanks'],
  ['match /orders/{order} { allow read if true; }', 'A colon goes before the condition'],
  ['match /orders/{order} { allow read: true; }', 'A condition begins with if'],
  ['match /orders/{order} { allow reads; }', 'read, write, get, list, create, update or delete'],
  ['match /orders/{order} { allow get, lists: if true; }', 'read, write, get, list, create, update or delete'],
  ['match /orders/{order} { allow read: if true and true; }', 'a && b'],
  ['match /orders/{order} { allow read: if request.; }', 'missing before ;'],
  ['match /orders/{order} { allow read: if not true; }', '!a'],
  ['match /orders/{order} { allow read: if 1 === 1; }', 'compared by =='],
  ['match /orders/{order} { allow read: if `a` == 1; }', 'Texts stand between'],
  ['match /orders/{order} { allow read: if isOwner(); }', 'No function of this name'],
  ['match /orders/{order} { allow read: if user.uid == 1; }', 'There are request, resource'],
  ['match /orders/{order} { allow read: if request.user != null; }', 'request.auth, which is null for nobody'],
  ['match /orders/{order} { allow read: if request.data.a == 1; }', 'request.resource.data'],
  ['match /orders/{order} { allow read: if request.anything == 1; }', 'auth, method, path, resource and time'],
  ['match /orders/{order} { allow read: if request.auth.id == 1; }', 'request.auth.uid'],
  ['match /orders/{order} { allow read: if request.auth.admin; }', 'request.auth.token.admin'],
  ['match /orders/{order} { allow read: if resource.owner == 1; }', 'resource.data.owner'],
  ['match /orders/{order} { allow read: if request.resource.owner == 1; }', 'request.resource.data.owner'],
  ['function a() { request.auth != null }', 'one return'],
  ['let a = 1;', 'A let stands in a function'],
  ['match /orders/{order} { allow read; } }', 'no block left'],
])('%s is told what to do about', (content, hint) => {
  expect(firstHint(inDocuments(content))).toContain(hint)
})

test.each([
  ['', 'Rules begin with'],
  ['{"rules": {".read": true}}', 'Rules begin with'],
  ['match /orders/{order} { allow read; }', 'Blocks stand in a service'],
  ['service firestore {}', 'cloud.firestore (documents) or firebase.storage (files)'],
  ["rules_version = '3'; service cloud.firestore {}", "'1' and '2'"],
  ["service cloud.firestore {}\nrules_version = '2';", 'before everything else'],
  ['service cloud.firestore { match /a/{b} {', 'each { needs its }'],
])('a source that is %j is told what to do about', (content, hint) => {
  expect(firstHint(content)).toContain(hint)
})

test('what an app adds to a file is looked for in its metadata', () => {
  const content = 'match /b/{bucket}/o/{file} { allow read: if resource.owner == 1; }'
  expect(firstHint(`rules_version = '2';\nservice firebase.storage { ${content} }`)).toContain(
    'resource.metadata.owner',
  )
})

test('what is anybody’s guess has no hint', () => {
  expect(firstHint(inDocuments('match /orders/{order} { allow read: if ; }'))).toBeUndefined()
})
