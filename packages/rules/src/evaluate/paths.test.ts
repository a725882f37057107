import { expect, test } from 'vitest'
import { ask, askList, documentRules, fieldsOf, issuesOf } from '../testing/ask.ts'

function isCovered(pattern: string, path: string): boolean {
  return ask(documentRules(`match ${pattern} { allow get; }`), { path }).isAllowed
}

function isTrue(condition: string, path = 'cases/one'): boolean {
  const rules = documentRules(`match /{document=**} { allow get: if ${condition}; }`)
  return ask(rules, { path, others: new Map([['my notes/1', fieldsOf({})]]) }).isAllowed
}

test('in version 1, blocks inside of a glob cover nothing', () => {
  const rules = documentRules(
    'match /{a=**} { match /cases/one { allow get, list; } match /one { allow get, list; } }',
    1,
  )
  expect(ask(rules).isAllowed).toBe(false)
  expect(ask(rules, { path: 'one/two' }).isAllowed).toBe(false)
  expect(askList(rules, {}).isAllowed).toBe(false)
  expect(askList(rules, { parent: 'cases/two', collectionId: 'one' }).isAllowed).toBe(false)
})

test.each([
  ['match /{x=**}/cases/{y} { match /sub/{z} { allow get, list; } }', false],
  ['match /{x=**}/cases { match /{y} { match /sub/{z} { allow get, list; } } }', false],
  ['match /{x=**}/one { match /sub/two { allow get, list; } }', false],
  ['match /{x=**} { match /cases/{y} { match /sub/{z} { allow get, list; } } }', true],
  ['match /{x=**}/sub/{z} { allow get, list; match /cases/{y} { allow get, list: if false; } }', true],
])('inside of a path that goes on behind its glob nothing is covered: %s', (blocks, isCovering) => {
  const rules = documentRules(blocks)
  expect(ask(rules, { path: 'cases/one/sub/two' }).isAllowed).toBe(isCovering)
  expect(askList(rules, { parent: 'cases/one', collectionId: 'sub' }).isAllowed).toBe(isCovering)
})

test.each([
  ['/users/a%20b', 'users/a b', 'users/a%20b'],
  ['/my%20notes/{x}', 'my notes/1', 'my%20notes/1'],
  ['/users/%c3%a9', 'users/é', 'users/%c3%a9'],
  ['/users/a+b', 'users/a b', 'users/a+b'],
  ['/users/a@b', 'users/a@b', 'users/a%40b'],
  ['/users/a%252Fb', 'users/a%2Fb', 'users/a/b/c'],
])('%s covers %s, and not %s', (pattern, covered, other) => {
  expect(isCovered(pattern, covered)).toBe(true)
  expect(isCovered(pattern, other)).toBe(false)
})

test.each(['/%zz/{x}', '/a%2/{x}', '/users/%'])('%s is refused', (pattern) => {
  const source = `service cloud.firestore { match /databases/{d}/documents { match ${pattern} { allow get; } } }`
  expect(issuesOf(source).some(({ severity }) => severity === 'ERROR')).toBe(true)
})

test.each([
  "(/a%20b)[0] == 'a b'",
  "string(/a%20b) == '/a b'",
  "(/(a%20b))[0] == '(a b)'",
  "path('/a%20b')[0] == 'a b'",
  "path('/a+b')[0] == 'a b'",
  "path('/a%2Fb')[0] == 'a/b'",
  'exists(/databases/(default)/documents/my%20notes/1)',
  "exists(path('/databases/(default)/documents/my%20notes/1'))",
  "(/a/$('x%20y'))[1] == 'x%20y'",
  "path('/{x}').bind({'x': 'a%20b'})[0] == 'a%20b'",
  '(/a/$(/b/c)) == /a/b/c',
])('%s', (condition) => {
  expect(isTrue(condition)).toBe(true)
})

test.each([
  "path('/%zz') != null",
  "path('/%7Bx%7D').bind({'x': 'b'})[0] == 'b'",
  "(/a%20b)[0] == 'a%20b'",
  'exists(/databases/(default)/documents/my%20notes%2F1)',
  "exists(/databases/(default)/documents/$('my notes/1'))",
])('not %s', (condition) => {
  expect(isTrue(condition)).toBe(false)
})

test('what a glob took leads to its document', () => {
  const rules = documentRules('match /{doc=**} { allow get: if exists(/databases/$(database)/documents/$(doc)); }')
  expect(ask(rules, { others: new Map([['cases/one', fieldsOf({})]]) }).isAllowed).toBe(true)
  expect(ask(rules).isAllowed).toBe(false)
})
