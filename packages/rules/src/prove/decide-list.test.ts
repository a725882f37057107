import type { FieldOperator, Filter, Query, UnaryOperator, Value } from '@hearth/model'
import { expect, test } from 'vitest'
import { askList, askResult, documentRules, fieldsOf } from '../testing/ask.ts'

const text = (value: string): Value => ({ kind: 'string', value })
const int = (value: number): Value => ({ kind: 'integer', value: BigInt(value) })
const float = (value: number): Value => ({ kind: 'double', value })
const list = (...values: Value[]): Value => ({ kind: 'array', values })
const where = (field: string, op: FieldOperator, value: Value): Filter => ({
  kind: 'field',
  field: field.split('.'),
  op,
  value,
})
const unary = (field: string, op: UnaryOperator): Filter => ({ kind: 'unary', field: [field], op })
const and = (...filters: Filter[]): Filter => ({ kind: 'and', filters })
const or = (...filters: Filter[]): Filter => ({ kind: 'or', filters })

/** Whether rules with one condition grant a query to ada. */
function isGranted(condition: string, query: Partial<Query> = {}): boolean {
  const rules = documentRules(`
    function owns() { return resource.data.owner == request.auth.uid; }
    match /cases/{id} { allow list: if ${condition}; }`)
  return askList(rules, query, {
    uid: 'ada',
    others: new Map([['users/ada', fieldsOf({ role: text('editor') })]]),
  }).isAllowed
}

const mine = where('owner', '==', text('ada'))

test.each<[string, Filter | undefined]>([
  ['request.auth.uid == "ada"', undefined],
  ['get(/databases/$(database)/documents/users/$(request.auth.uid)).data.role == "editor"', undefined],
  ['resource.data.owner == request.auth.uid', mine],
  ['request.auth.uid == resource.data.owner', mine],
  ["resource.data['owner'] == 'ada' && owns()", mine],
  ['owns() || resource.data.isPublic == true', mine],
  ['owns() && resource.data.state in ["open", "done"]', and(mine, where('state', '==', text('open')))],
  ['resource.data.state in ["open", "done"]', where('state', 'in', list(text('open'), text('done')))],
  ['resource.data.owner == "ada" || resource.data.state == "open"', or(mine, where('state', '==', text('open')))],
  ['request.auth.uid in resource.data.readers', where('readers', 'array-contains', text('ada'))],
  ['resource.data.readers.hasAny(["ada", "grace"])', where('readers', 'array-contains', text('ada'))],
  ['resource.data.readers.hasAny(["a", "b"])', where('readers', 'array-contains-any', list(text('a'), text('b')))],
  ['resource.data.age < 10', where('age', '<', int(10))],
  ['resource.data.age < 10', where('age', '<', int(5))],
  ['resource.data.age <= 10', where('age', '<', int(10))],
  ['10 > resource.data.age', where('age', '<=', int(9))],
  ['10.0 > resource.data.age && resource.data.age != 11.0', where('age', '<=', float(9.5))],
  ['10.0 > resource.data.age && resource.data.age != 11.0', where('age', '<=', int(9))],
  ['resource.data.age < 10 && resource.data.age != 4', where('age', '==', float(3))],
  [
    'resource.data.age >= 3 && resource.data.age != 20',
    and(where('age', '>', int(2)), where('age', '<', int(20)), where('age', '>=', int(3))),
  ],
  ['resource.data.age == 3 && resource.data.age < 4 && resource.data.age is number', where('age', '==', int(3))],
  ['resource.data.age != null && resource.data.age != 1', where('age', '>', int(2))],
  ['resource.data.name > "a" && resource.data.name != "a"', where('name', '>=', text('b'))],
  ['resource.data.state != "closed"', where('state', '!=', text('closed'))],
  ['resource.data.state != null', where('state', '!=', text('closed'))],
  ['resource.data.state != "a" && resource.data.state != "b"', where('state', 'not-in', list(text('a'), text('b')))],
  ['resource.data.gone == null', unary('gone', 'is-null')],
  ['resource.data.gone != null', unary('gone', 'is-not-null')],
  ['"age" in resource.data && resource.data.keys().hasAll(["age"])', where('age', '>', int(2))],
  ['resource.data.get("owner", "nobody") == "ada"', mine],
  ['resource.data.meta.owner == "ada" && resource.data.meta is map', where('meta.owner', '==', text('ada'))],
  ['resource.data.get(["meta", "owner"], "") == "ada"', where('meta.owner', '==', text('ada'))],
  ['resource != null && resource.data != null', undefined],
  ['resource.data.owner.matches("a.a")', mine],
  ['resource.data.missing == 1 || true', undefined],
  ['resource.data.owner == "ada" ? true : false', mine],
  ['!(resource.data.missing == 1 && false)', undefined],
])('grants %s to a query that promises it', (condition, filter) => {
  expect(isGranted(condition, { filter })).toBe(true)
})

test.each<[string, Filter | undefined]>([
  ['resource.data.owner == request.auth.uid', undefined],
  ['resource.data.owner == request.auth.uid', where('owner', '==', text('grace'))],
  ['resource.data.owner == request.auth.uid', where('owner', 'in', list(text('ada'), text('grace')))],
  ['resource.data.owner == request.auth.uid', or(mine, where('state', '==', text('open')))],
  ['resource.data.owner == request.auth.uid', where('owner', '>=', text('ada'))],
  ["!('secret' in resource.data)", mine],
  ["resource.data.get('secret', false) == false", mine],
  ["resource.data.keys().hasOnly(['owner'])", mine],
  ['resource.data.size() == 1', mine],
  ['resource.data == {"owner": "ada"}', mine],
  ['resource.data != {"owner": "ada"}', mine],
  ['resource.data.diff({"owner": "ada"}).affectedKeys().size() == 0', mine],
  ['resource == null || resource.data.owner == "ada"', undefined],
  ['[resource.data.owner].size() == 1', undefined],
  ['[resource.data] != []', undefined],
  ['{"a": resource.data}.size() == 1', undefined],
  ['resource.data.secret is string || !(resource.data.secret is string)', mine],
  ['(resource.data.secret == 1) == false', mine],
  ['!(resource.data.secret == 1)', mine],
  ['resource.data.secret != 1', mine],
  ['resource.data.age < 10', where('age', '<=', int(10))],
  ['resource.data.age < 10', where('age', '>', int(3))],
  ['resource.data.age < 10', where('age', '<', float(5))],
  ['resource.data.age != 10', where('age', '<', float(5))],
  ['resource.data.age != 3', where('age', '!=', float(3))],
  ['resource.data.age != 3', where('age', 'not-in', list(float(3)))],
  ['resource.data.age is int', where('age', '==', int(3))],
  ['resource.data.name != 1', where('name', '>=', text('b'))],
  ['resource.data.readers.hasAll(["ada"])', where('readers', 'array-contains', text('ada'))],
  ['resource.data.age is number', where('age', '>', int(3))],
  ['!(resource.data.state == "closed")', where('state', '!=', text('closed'))],
  ['resource.data.age in [3]', where('age', '==', int(3))],
  ['3 in resource.data.ages', where('ages', 'array-contains', int(3))],
  ['resource.data.ages == [3]', where('ages', '==', list(int(3)))],
  ['resource.data.age == 9007199254740993', where('age', '==', { kind: 'integer', value: 9007199254740992n })],
  ['resource.data.readers.hasAll(["ada", "grace"])', where('readers', 'array-contains', text('ada'))],
  ['resource.data.readers.hasOnly(["ada"])', where('readers', 'array-contains', text('ada'))],
  ['resource.data.readers.size() > 0', where('readers', 'array-contains', text('ada'))],
  ['resource.data.state != "open"', where('state', '!=', text('closed'))],
  ['id == "one"', mine],
  ['resource.id == "one"', mine],
  ['id != "secret"', mine],
  ['exists(/databases/$(database)/documents/users/$(id))', mine],
  ['exists(/databases/$(database)/documents/users/$(resource.data.friend))', mine],
  ['resource.data.age + 1 > 0', where('age', '>', int(3))],
  ['request.resource == null', mine],
])('does not grant %s to a query that does not promise it', (condition, filter) => {
  expect(isGranted(condition, { filter })).toBe(false)
})

test('an order promises nothing', () => {
  const orderBy = [{ field: ['age'], direction: 'ascending' as const }]
  expect(isGranted('"age" in resource.data', { orderBy })).toBe(false)
  expect(isGranted('resource.data.age != null', { orderBy })).toBe(false)
})

test('each clause of a query is there, also when it was not given', () => {
  for (const clause of ['limit', 'offset', 'orderBy']) {
    expect(isGranted(`'${clause}' in request.query`), clause).toBe(true)
    expect(isGranted(`!('${clause}' in request.query)`), clause).toBe(false)
  }
  expect(isGranted('request.query.offset == 0 && request.query.orderBy == {}')).toBe(true)
  expect(isGranted('request.query.offset == 0', { offset: 1 })).toBe(false)
})

test('of the keys of a document, a query promises its fields alone', () => {
  expect(isGranted("'data' in resource")).toBe(true)
  for (const key of ['id', '__name__']) {
    expect(isGranted(`'${key}' in resource`), key).toBe(false)
    expect(isGranted(`!('${key}' in resource)`), key).toBe(false)
  }
})

test('a limit is asked for by name, and null when there is none', () => {
  const condition = 'request.query.limit <= 50'
  expect(isGranted(condition, { limit: 50 })).toBe(true)
  expect(isGranted(condition, { limit: 51 })).toBe(false)
  expect(isGranted(condition)).toBe(false)
})

test('a query by name is about one document', () => {
  const name: Value = { kind: 'reference', name: 'projects/p/databases/(default)/documents/cases/one' }
  const filter = where('__name__', '==', name)
  expect(isGranted('id == "one" && resource.id == id', { filter })).toBe(true)
  expect(isGranted('id == "two"', { filter })).toBe(false)
})

test('a name in another database is not believed', () => {
  const name: Value = { kind: 'reference', name: 'projects/p/databases/other/documents/cases/one' }
  expect(isGranted('database == "other"', { filter: where('__name__', '==', name) })).toBe(false)
})

test('every branch of a disjunction has to be granted, maybe by different allows', () => {
  const rules = documentRules(`
    match /cases/{id} { allow list: if resource.data.owner == 'ada'; }
    match /{path=**} { allow list: if resource.data.state == 'open'; }`)
  const granted = (filter: Filter) => askList(rules, { filter }).isAllowed
  expect(granted(or(mine, where('state', '==', text('open'))))).toBe(true)
  expect(granted(or(mine, where('state', '==', text('done'))))).toBe(false)
})

test('a function that looks at what is not promised fails, whatever it answers', () => {
  const rules = documentRules(`
    function looks() { let secret = resource.data.secret; return true; }
    function takes(value) { return true; }
    match /cases/{id} { allow list: if looks() || takes(resource.data.secret); }`)
  expect(askList(rules, { filter: mine }).isAllowed).toBe(false)
})

test('says which filter a query lacks', () => {
  const rules = documentRules("match /cases/{id} { allow list: if resource.data.owner == 'ada'; }")
  expect(askList(rules, {}).refusals[0]?.reason).toBe(
    'The query does not promise what the condition asks of resource.data.owner: it needs a filter on owner.',
  )
})

const group = { allDescendants: true, collectionId: 'parts' }

test.each([
  ['/{path=**}/parts/{id}', true],
  ['/{document=**}', true],
  ['/parts/{id}', false],
  ['/cases/{whole}/parts/{id}', false],
  ['/cases/{rest=**}', false],
  ['/{path=**}/others/{id}', false],
])('rules of %s for a group of collections: %s', (pattern, isAllowed) => {
  expect(askList(documentRules(`match ${pattern} { allow list; }`), group).isAllowed).toBe(isAllowed)
})

test('a group of collections needs version 2', () => {
  expect(askList(documentRules('match /{document=**} { allow list; }', 1), group).isAllowed).toBe(false)
})

test('what lies between is not known in a group of collections', () => {
  const rules = documentRules("match /{path=**}/parts/{id} { allow list: if path[1] == 'one'; }")
  expect(askList(rules, group).isAllowed).toBe(false)
  expect(askList(rules, { parent: 'cases/one', collectionId: 'parts' }).isAllowed).toBe(true)
})

test('rules for one document are no rules for its collection', () => {
  expect(askList(documentRules('match /cases/one { allow list; }'), {}).isAllowed).toBe(false)
})

test('a range of texts proves comparisons with texts below the surrogates, where the order of the index and of conditions is one', () => {
  const from = (value: string): Filter => ({
    kind: 'field',
    field: ['name'],
    op: '>=',
    value: { kind: 'string', value },
  })
  const isProved = (text: string, value: string): boolean =>
    askList(documentRules(`match /cases/{id} { allow list: if resource.data.name >= '${text}'; }`), {
      filter: from(value),
    }).isAllowed
  expect(isProved('m', 'n')).toBe(true)
  expect(isProved('m', '\u{1F600}')).toBe(true)
  expect(isProved('\uE000', '\u{1F600}')).toBe(false)
  expect(isProved('\u{1F600}', '\u{1F601}')).toBe(false)
})

test('a range promises that there is no null for the types alone that conditions compare', () => {
  const condition = 'resource.data.age != null'
  const least: readonly [Value, boolean][] = [
    [int(1), true],
    [text('a'), true],
    [{ kind: 'timestamp', micros: 0n }, true],
    [list(text('a')), false],
    [{ kind: 'boolean', value: true }, false],
    [{ kind: 'map', fields: new Map() }, false],
  ]
  for (const [value, isProved] of least) {
    expect(isGranted(condition, { filter: where('age', '>=', value) }), value.kind).toBe(isProved)
  }
})

test('a range does not prove that a comparison is false, a value does', () => {
  expect(isGranted('!(resource.data.age > 2)', { filter: where('age', '<', int(2)) })).toBe(false)
  expect(isGranted('!(resource.data.age > 2)', { filter: where('age', '==', int(2)) })).toBe(true)
})

test.each<[string, Partial<Query>, Record<string, Value> | undefined, boolean]>([
  ['resource.data.owner == request.auth.uid', { filter: mine }, { owner: text('ada') }, true],
  ['resource.data.owner == request.auth.uid', { filter: mine }, { owner: text('bob') }, false],
  ['resource.data.owner == request.auth.uid', { filter: mine }, undefined, false],
  ['request.query.limit <= 10 && id == "one"', { limit: 10 }, {}, true],
  ['request.query.limit <= 10', { limit: 11 }, {}, false],
  ['request.path[3] == "cases" && request.method == "list"', {}, {}, true],
])('one document of a result: %s', (condition, query, before, isAllowed) => {
  const rules = documentRules(`match /cases/{id} { allow list: if ${condition}; allow get: if true; }`)
  const situation = { uid: 'ada', before: before && fieldsOf(before) }
  expect(askResult(rules, query, situation).isAllowed).toBe(isAllowed)
})
