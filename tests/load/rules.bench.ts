/** What rules cost: one typical decision, the compilation of a long source, and the worst that a source and a document can do. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { decodeFields, makeDocument } from '@hearth/model'
import { compileRules, decide, liftDocument, liftJson, MapValue, type Ruleset, TimestampValue } from '@hearth/rules'
import { report } from './report.ts'

const service = 'cloud.firestore'
const time = new TimestampValue(1_800_000_000_000_000_000n)

function compiled(content: string): Ruleset {
  const ruleset = compileRules([{ name: 'firestore.rules', content }], service)
  if (ruleset === undefined) throw new Error('the rules of the bench have errors')
  return ruleset
}

function document(fields: object) {
  return makeDocument({ path: 'notes/one', createTime: 1, updateTime: 1, json: '{}' }, decodeFields(fields))
}

function decideOn(ruleset: Ruleset, before: ReturnType<typeof document>, after = before) {
  return decide(
    ruleset,
    {
      method: 'update',
      path: ['databases', '(default)', 'documents', 'notes', 'one'],
      auth,
      time,
      resource: liftDocument('(default)', before),
      newResource: liftDocument('(default)', after),
    },
    { lookupsMax: 10, find: () => ({ document: undefined }) },
  )
}

const claims = { sub: 'ada', email: 'ada@example.com', email_verified: true, role: 'editor' }
const auth = new MapValue(
  new Map<string, unknown>([
    ['uid', 'ada'],
    ['token', claims],
  ]),
  liftJson,
)

const typical = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    function isSignedIn() { return request.auth != null && request.auth.token.email_verified == true; }
    match /users/{uid} { allow read: if request.auth.uid == uid; }
    match /notes/{id} {
      allow update: if isSignedIn()
        && resource.data.owner == request.auth.uid
        && request.resource.data.owner == resource.data.owner
        && request.resource.data.title is string
        && request.resource.data.title.size() < 100
        && request.resource.data.state in ['open', 'done']
        && request.resource.data.count >= resource.data.count
        && 'tags' in request.resource.data
        && request.auth.token.role != 'guest';
    }
  }
}`
const noteFields = {
  owner: { stringValue: 'ada' },
  title: { stringValue: 'Groceries' },
  state: { stringValue: 'open' },
  count: { integerValue: '3' },
  tags: { arrayValue: { values: [{ stringValue: 'a' }] } },
}
const note = document(noteFields)
const rules = compiled(typical)
const verdict = decideOn(rules, note)
if (!('isAllowed' in verdict && verdict.isAllowed)) throw new Error('the typical rule grants')

const runs = 200_000
for (let run = 0; run < runs; run += 1) decideOn(rules, note)
const startedAt = performance.now()
for (let run = 0; run < runs; run += 1) decideOn(rules, note)
report({
  name: 'decision by a rule of ten conditions',
  unit: 'µs',
  measured: ((performance.now() - startedAt) * 1000) / runs,
  goal: 5,
})

const large = document({
  ...noteFields,
  ...Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`field${n}`, { stringValue: 'x'.repeat(80) }])),
})
report({
  name: 'memory for a decision on a document of 1 MiB, beside a small one',
  unit: '×',
  measured: bytesFor(large) / bytesFor(note),
  goal: 1.1,
})

const blocks = Array.from(
  { length: 125 },
  (_, n) => `    match /things${n}/{id} {
      function owns${n}(uid) {
        let user = request.auth.uid;
        return user == uid && resource.data.state in ['open', 'done'] && request.time > timestamp.value(${n});
      }
      allow read: if owns${n}(resource.data.owner) || resource.data.name.matches('[a-z]+${n}');
      allow write: if request.auth.token.admin == true && request.resource.data.size() < ${n + 10};
    }`,
)
const long = `rules_version = '2';\nservice cloud.firestore {\n  match /databases/{d}/documents {\n${blocks.join('\n')}\n  }\n}`
for (let round = 0; round < 5; round += 1) compiled(long)
report({ name: 'compilation of 1,000 lines', unit: 'ms', measured: fastest(5, () => compiled(long)), goal: 50 })

const long1MiB = 'a'.repeat(1_000_000)
const heavy = document({
  text: { stringValue: long1MiB },
  list: { arrayValue: { values: Array.from({ length: 50_000 }, (_, n) => ({ integerValue: String(n) })) } },
  texts: { arrayValue: { values: Array.from({ length: 30_000 }, (_, n) => ({ stringValue: `text ${n}` })) } },
  slashes: { stringValue: 'a/'.repeat(300_000) },
  digits: { stringValue: '9'.repeat(500_000) },
  pattern: { stringValue: '((a{1,9}){1,9}){1,9}' },
})
const worst: [string, string][] = [
  ['a pattern on a long text', "resource.data.text.matches('(a+)+b')"],
  ['patterns of the document', "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab'.matches(resource.data.pattern)"],
  ['a list as a set, again and again', 'resource.data.list.toSet().union(resource.data.list.toSet()).size() == 1'],
  [
    'lists compared item by item',
    'resource.data.list == request.resource.data.list && resource.data.list.hasAll(resource.data.list)',
  ],
  ['hashes of a long text', "hashing.sha256(resource.data.text) == b''"],
  [
    'texts that double',
    'doubled(doubled(doubled(doubled(doubled(doubled(doubled(resource.data.text))))))).size() == 1',
  ],
  ['a text in pieces', "resource.data.text.split('').size() == 1"],
  ['a text as a path', 'exists(path(resource.data.slashes)) || path(resource.data.slashes) == /a'],
  ['a text in a path', 'exists(/databases/$(d)/documents/a/$(resource.data.text))'],
  ['texts in order', 'resource.data.text < request.resource.data.text'],
  ['texts as a set', 'resource.data.texts.toSet().size() == 1'],
  ['the difference of documents', 'request.resource.data.diff(resource.data).unchangedKeys().size() == 1'],
  ['digits of a number', 'float(resource.data.digits) == 1.0'],
  [
    'expressions without end',
    `!(${Array.from({ length: 90 }, () => "'a' in ['b', 'c', 'd', 'e', 'f']").join(' || ')})`,
  ],
]
for (const [name, condition] of worst) {
  const ruleset = compiled(`rules_version = '2';
service cloud.firestore {
  match /databases/{d}/documents {
    function doubled(text) { return text + text; }
    match /notes/{id} { allow update: if ${condition}; }
  }
}`)
  decideOn(ruleset, heavy)
  report({ name: `worst case: ${name}`, unit: 'ms', measured: fastest(3, () => decideOn(ruleset, heavy)), goal: 10 })
}

/** What one decision allocates. */
function bytesFor(stored: ReturnType<typeof document>): number {
  const decisions = 1_000
  for (let run = 0; run < decisions; run += 1) decideOn(rules, stored)
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  for (let run = 0; run < decisions; run += 1) decideOn(rules, stored)
  return (process.memoryUsage().heapUsed - before) / decisions
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

function fastest(rounds: number, work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round += 1) {
    const begunAt = performance.now()
    work()
    best = Math.min(best, performance.now() - begunAt)
  }
  return best
}
