import { expect, test } from 'vitest'
import { ask, documentRules, fieldsOf, rulesOf } from '../testing/ask.ts'

const user = { uid: 'ada' }
const name = (value: string) => fieldsOf({ name: { kind: 'string', value } })

test('nothing is granted where no allow is', () => {
  expect(ask(documentRules('match /others/{id} { allow read, write; }')).isAllowed).toBe(false)
  expect(ask(documentRules('match /cases/{id} { allow list, write; }')).isAllowed).toBe(false)
})

test('an allow without a condition grants its methods', () => {
  const rules = documentRules('match /cases/{id} { allow get, write; }')
  for (const method of ['get', 'create', 'update', 'delete'] as const) {
    expect(ask(rules, { method }).isAllowed, method).toBe(true)
  }
  expect(ask(rules, { method: 'list' }).isAllowed).toBe(false)
})

test('one allow is enough, in whatever block, and what fails in another does not matter', () => {
  const rules = documentRules(`
    match /cases/{id} { allow get: if resource.data.missing; allow get: if false; }
    match /{document=**} { allow read: if request.auth.uid == 'ada'; }`)
  expect(ask(rules, user).isAllowed).toBe(true)
  expect(ask(rules).isAllowed).toBe(false)
})

test('the allows of a block do not reach the blocks inside of it', () => {
  const rules = documentRules('match /cases/{id} { allow get; match /parts/{part} { allow list; } }')
  expect(ask(rules, { path: 'cases/one/parts/1' }).isAllowed).toBe(false)
})

test('a pattern covers a whole path and binds its parts', () => {
  const rules = documentRules(
    "match /cases/{id}/parts/{part} { allow get: if id == 'one' && part == '1' && database == '(default)'; }",
  )
  expect(ask(rules, { path: 'cases/one/parts/1' }).isAllowed).toBe(true)
  expect(ask(rules, { path: 'cases/two/parts/1' }).isAllowed).toBe(false)
  expect(ask(rules, { path: 'cases/one' }).isAllowed).toBe(false)
  expect(ask(rules, { path: 'cases/one/parts/1/more/2' }).isAllowed).toBe(false)
})

test('a recursive wildcard stands anywhere in version 2, and for nothing too', () => {
  const rules = documentRules(`
    match /{path=**}/songs/{song} { allow get: if path is path; }
    match /cases/{rest=**} { allow get: if rest[1] == 'parts'; }`)
  expect(ask(rules, { path: 'songs/1' }).isAllowed).toBe(true)
  expect(ask(rules, { path: 'artists/a/songs/1' }).isAllowed).toBe(true)
  expect(ask(rules, { path: 'cases/one/parts/1' }).isAllowed).toBe(true)
  expect(ask(rules, { path: 'cases/one' }).isAllowed).toBe(false)
})

test('a recursive wildcard stands for one segment at least in version 1', () => {
  const content = 'match /cases/{id}/{rest=**} { allow get; }'
  expect(ask(documentRules(content, 1)).isAllowed).toBe(false)
  expect(ask(documentRules(content, 2)).isAllowed).toBe(true)
  expect(ask(documentRules(content, 1), { path: 'cases/one/parts/1' }).isAllowed).toBe(true)
})

test('a block inside of a recursive wildcard covers nothing in version 1, and the rest of the path in version 2', () => {
  const content = 'match /{path=**} { match /parts/{part} { allow get: if path[1] == "one"; } }'
  const path = 'cases/one/parts/1'
  expect(ask(documentRules(content, 1), { path }).isAllowed).toBe(false)
  expect(ask(documentRules(content, 2), { path }).isAllowed).toBe(true)
  expect(ask(documentRules(content, 2), { path: 'parts/1' }).isAllowed).toBe(false)
})

test('long chains in functions that call each other use up the budget, and break nothing', () => {
  const functions = Array.from({ length: 20 }, (_, i) => {
    const inner = i < 19 ? `f${i + 1}()` : 'true'
    return `function f${i}() { return ${inner}${'[0]'.repeat(490)}; }`
  })
  const rules = documentRules(`${functions.join('\n')} match /cases/{id} { allow get: if f0(); }`)
  expect(ask(rules).refusals[0]?.reason).toContain('maximum of 1000 expressions')
})

test('functions see the names of where they are declared, inner names hide outer ones', () => {
  const rules = rulesOf(`
    rules_version = '2';
    function isAda() { return request.auth.uid == 'ada'; }
    service cloud.firestore {
      match /databases/{database}/documents {
        function may(id) { let own = id == 'one'; return own && isAda(); }
        match /cases/{id} {
          function idOfCase() { return id; }
          allow get: if may(idOfCase());
          match /parts/{part} {
            function may(id) { return false; }
            allow get: if may(idOfCase());
          }
        }
      }
    }`)
  expect(ask(rules, user).isAllowed).toBe(true)
  expect(ask(rules, { ...user, path: 'cases/two' }).isAllowed).toBe(false)
  expect(ask(rules, { ...user, path: 'cases/one/parts/1' }).isAllowed).toBe(false)
})

test('a let that fails is the failure of its call, also when nothing uses it', () => {
  const rules = documentRules(`
    function broken() { let unused = resource.data.missing; return true; }
    match /cases/{id} { allow get: if broken(); }`)
  expect(ask(rules, { before: name('Ada') }).isAllowed).toBe(false)
})

test('a side that decides alone absorbs what is wrong with the other', () => {
  for (const [condition, isAllowed] of [
    ['request.auth.uid == "x" || true', true],
    ['true || request.auth.uid == "x"', true],
    ['!(request.auth.uid == "x" && false)', true],
    ['!(false && request.auth.uid)', true],
    ['request.auth.uid == "x" || false', false],
    ['!(request.auth.uid == "x")', false],
  ] as const) {
    const rules = documentRules(`match /cases/{id} { allow get: if ${condition}; }`)
    expect(ask(rules).isAllowed, condition).toBe(isAllowed)
  }
})

test('what does not apply is not there', () => {
  const rules = documentRules(`
    match /cases/{id} {
      allow get: if request.resource == null;
      allow create: if resource == null && !('query' in request);
      allow delete: if request.resource == null && 'resource' in request && request.auth == null;
    }`)
  expect(ask(rules).isAllowed).toBe(false)
  expect(ask(rules, { method: 'create', after: name('Ada') }).isAllowed).toBe(true)
  expect(ask(rules, { method: 'delete', before: name('Ada') }).isAllowed).toBe(true)
})

test('an update sees what was and what will be', () => {
  const rules = documentRules(`
    match /cases/{id} {
      allow update: if request.resource.data.diff(resource.data).affectedKeys().hasOnly(['name'])
        && request.resource.data.name != resource.data.name && request.resource.id == id;
    }`)
  const before = name('Ada')
  expect(ask(rules, { method: 'update', before, after: name('Grace') }).isAllowed).toBe(true)
  expect(ask(rules, { method: 'update', before, after: before }).isAllowed).toBe(false)
  const more = fieldsOf({ name: { kind: 'string', value: 'Grace' }, age: { kind: 'integer', value: 1n } })
  expect(ask(rules, { method: 'update', before, after: more }).isAllowed).toBe(false)
})

test('a missing document exists not, and to get it fails', () => {
  const rules = documentRules(`
    match /cases/{id} {
      allow get: if !exists(/databases/$(database)/documents/users/$(id));
      allow delete: if get(/databases/$(database)/documents/users/$(id)) == null;
    }`)
  expect(ask(rules).isAllowed).toBe(true)
  expect(ask(rules, { method: 'delete' }).isAllowed).toBe(false)
  expect(ask(rules, { others: new Map([['users/one', name('Ada')]]) }).isAllowed).toBe(false)
})

test('the state after a commit is told apart from the one before', () => {
  const rules = documentRules(`
    match /cases/{id} {
      allow create: if existsAfter(/databases/$(database)/documents/users/ada)
        && !exists(/databases/$(database)/documents/users/ada)
        && getAfter(/databases/$(database)/documents/users/ada).data.name == 'Ada';
    }`)
  const othersAfter = new Map([['users/ada', name('Ada')]])
  const after = name('one')
  expect(ask(rules, { method: 'create', after, others: new Map(), othersAfter }).isAllowed).toBe(true)
  expect(ask(rules, { method: 'create', after, others: othersAfter, othersAfter }).isAllowed).toBe(false)
})

test('ten documents can be looked at, the same one any number of times', () => {
  const lookAt = (i: number) => `!exists(/databases/(default)/documents/users/${i})`
  const condition = (count: number) => Array.from({ length: count }, (_, i) => lookAt(i)).join(' && ')
  const rules = (text: string) => documentRules(`match /cases/{id} { allow get: if ${text}; }`)
  expect(ask(rules(condition(10))).isAllowed).toBe(true)
  expect(ask(rules(`${condition(10)} && ${lookAt(3)}`)).isAllowed).toBe(true)
  expect(ask(rules(condition(11))).isAllowed).toBe(false)
  expect(ask(rules(`true || ${condition(11)}`)).isAllowed).toBe(true)
})

test('a segment that holds a slash is not two segments', () => {
  const rules = documentRules(`
    match /cases/{id} {
      allow get: if exists(/databases/(default)/documents/users/ada)
        && exists(/databases/(default)/documents/$('users/ada'));
    }`)
  expect(ask(rules, { others: new Map([['users/ada', name('Ada')]]) }).isAllowed).toBe(false)
})

test('a thousand expressions can be evaluated, over all that is tried', () => {
  // 98 comparisons of two literals with the operators between them: 98 * 3 + 97 * 2.
  const many = Array.from({ length: 98 }, () => '1 == 1').join(' && ')
  const rules = documentRules(`
    function first() { return ${many}; }
    function second() { return first() && first(); }
    match /cases/{id} { allow get: if second() && false; }
    match /cases/{id} { allow get: if second(); }`)
  const verdict = ask(rules)
  expect(verdict.isAllowed).toBe(false)
  expect(verdict.refusals.at(-1)?.reason).toContain('maximum of 1000 expressions')
})

test('a refusal names the line and what went wrong', () => {
  const rules = documentRules("match /cases/{id} {\n  allow get: if resource.data.owner == 'ada';\n}")
  expect(ask(rules, { before: name('Ada') }).refusals).toMatchObject([
    {
      method: 'get',
      isUnknown: false,
      fileName: 'firestore.rules',
      position: { line: 5, column: 3 },
      reason: 'Property owner is undefined on object.',
      reasonPosition: { line: 5, column: 17 },
      reasonSpan: { start: 125, end: 144 },
    },
  ])
})

test('a grant names its line', () => {
  const rules = documentRules('match /cases/{id} {\n  allow get: if false;\n  allow get: if true;\n}')
  expect(ask(rules).grantedBy).toEqual({ fileName: 'firestore.rules', position: { line: 6, column: 3 } })
})

test('names of objects of the language of this program mean nothing', () => {
  for (const condition of [
    "'toString' in resource.data",
    'resource.data.constructor is map',
    'resource.data.__proto__ is map',
    "resource.data.get('hasOwnProperty', true) != true",
    "'a'.constructor() == 1",
    'math.constructor(1) == 1',
    '__proto__(1) == 1',
    'toString() == 1',
  ]) {
    const rules = documentRules(`match /cases/{id} { allow get: if ${condition}; }`)
    expect(ask(rules, { before: name('Ada') }).isAllowed, condition).toBe(false)
  }
})

test.each([
  ['path(resource.data.name) == /a', '/a'.repeat(100_000)],
  ['exists(path(resource.data.name))', '/a'.repeat(100_000)],
  ['exists(/databases/$(database)/documents/cases/$(resource.data.name))', 'a'.repeat(200_000)],
  ['float(resource.data.name) == 1.0', '9'.repeat(400_000)],
  ["resource.data.name < resource.data.name + 'a' && true", 'a'.repeat(600_000)],
])('%s is beyond the work of one request when the text is long', (condition, text) => {
  const verdict = ask(documentRules(`match /cases/{id} { allow get: if ${condition}; }`), { before: name(text) })
  expect(verdict.isAllowed).toBe(false)
  expect(verdict.refusals.map(({ reason }) => reason)).toEqual([
    'Unable to evaluate the expression as its values are too large to work with.',
  ])
})

test('texts are compared by their UTF-16 code units', () => {
  const rules = documentRules(`match /cases/{id} { allow get: if resource.data.name > '\\uE000'; }`)
  expect(ask(rules, { before: name('\u{1F600}') }).isAllowed).toBe(false)
  expect(ask(rules, { before: name('\uE001') }).isAllowed).toBe(true)
})

test('a write may ask whether anything is left', () => {
  const rules = documentRules(
    "match /cases/{id} { allow write: if request.resource == null || request.resource.data.name == 'Ada'; }",
  )
  expect(ask(rules, { method: 'delete', before: name('Ada') }).isAllowed).toBe(true)
  expect(ask(rules, { method: 'update', before: name('Ada'), after: name('Bob') }).isAllowed).toBe(false)
  const absent = documentRules("match /cases/{id} { allow delete: if !('resource' in request); }")
  expect(ask(absent, { method: 'delete', before: name('Ada') }).isAllowed).toBe(false)
})
