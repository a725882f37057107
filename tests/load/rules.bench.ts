/** What rules cost: one typical decision, the compilation of a long source, and the worst that sources and documents can do. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { decodeFields, makeDocument } from '@hearth/model'
import { compileRules, decide, liftDocument, liftJson, MapValue, type Ruleset, TimestampValue } from '@hearth/rules'
import { readConsoleRules } from '../../apps/server/src/access/console-rules.ts'
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
// Every server compiles the console's own rules as it starts, and then, before anything else, those of the first project that is asked for.
for (const own of ['cloud.firestore', 'firebase.storage'] as const) readConsoleRules(own)
report({
  name: 'compilation of 1,000 lines, the first of a server',
  unit: 'ms',
  measured: cpuOf(() => compiled(long)),
  goal: 50,
})
report({
  name: 'compilation of 1,000 lines, from then on',
  unit: 'ms',
  measured: median(9, () => long, compiled),
  goal: 50,
})

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
  measured: beside(large, note),
  goal: 1.1,
})

type Json = Record<string, unknown>
const text = (value: string): Json => ({ stringValue: value })
const list = (length: number, item: (n: number) => Json): Json => ({
  arrayValue: { values: Array.from({ length }, (_, n) => item(n)) },
})
const map = (keys: number, name: (n: number) => string): Json => ({
  mapValue: { fields: Object.fromEntries(Array.from({ length: keys }, (_, n) => [name(n), { nullValue: null }])) },
})
/** Keys that begin alike, and not in their order. */
const shuffled = (n: number): string => `${'k'.repeat(14)}${String((n * 7_919) % 49_000).padStart(6, '0')}`

/** A condition on `resource.data.f`, and a value of a size; sizes up to what a document of 1 MiB can hold. */
const worst: readonly [name: string, condition: string, sizeMax: number, value: (size: number) => Json][] = [
  ['small letters of a text', "f.lower() == ''", 1_000_000, (size) => text('aA'.repeat(size / 2))],
  ['capital letters of a text', "f.upper() == ''", 1_000_000, (size) => text('aA'.repeat(size / 2))],
  ['letters beyond ASCII', "f.lower() == ''", 780_000, (size) => text('aAé'.repeat(size / 3))],
  ['blanks of a text', "f.trim() == ''", 1_000_000, (size) => text(' '.repeat(size))],
  ['the keys of a map', 'f.keys().size() == 1', 49_000, (size) => map(size, shuffled)],
  ['the values of a map', 'f.values().size() == 1', 49_000, (size) => map(size, shuffled)],
  ['the difference of maps', 'f.diff(g).affectedKeys().size() == 1', 49_000, (size) => map(size, shuffled)],
  [
    'the difference of maps in maps',
    "{'a': f}.diff({'a': g}).changedKeys().size() == 1",
    49_000,
    (size) => map(size, shuffled),
  ],
  ['equal maps', 'f == g && f != f', 49_000, (size) => map(size, shuffled)],
  ['equal lists', 'f == g && f != f', 130_000, (size) => list(size, (n) => ({ integerValue: String(n) }))],
  [
    'equal references',
    'f == g && f != f',
    20_000,
    (size) => list(size, (n) => ({ referenceValue: `projects/p/databases/(default)/documents/a/${n}` })),
  ],
  ['a list as a set', 'f.toSet().size() == 1', 100_000, (size) => list(size, (n) => ({ integerValue: String(n) }))],
  ['numbers as a set', 'f.toSet().size() == 1', 100_000, (size) => list(size, (n) => ({ doubleValue: Math.PI * n }))],
  ['texts as a set', 'f.toSet().size() == 1', 90_000, (size) => list(size, (n) => text(`text ${n}`))],
  [
    'places as a set',
    'f.toSet().size() == 1',
    60_000,
    (size) => list(size, (n) => ({ geoPointValue: { latitude: (n / 1e3) % 90, longitude: 1.123456789 } })),
  ],
  ['maps as a set', 'f.toSet().size() == 1', 300_000, (size) => list(size, () => ({ mapValue: { fields: {} } }))],
  ['nothing as a set', 'f.toSet().size() == 2', 1_000_000, (size) => list(size, () => ({ nullValue: null }))],
  [
    'a list in a list',
    'f.hasAll(g) && f.hasAny([1])',
    100_000,
    (size) => list(size, (n) => ({ integerValue: String(-n) })),
  ],
  ['an item of a list', "'x' in f", 1_000_000, (size) => list(size, () => ({ nullValue: null }))],
  ['a list as a text', "f.join(',') == ''", 120_000, (size) => list(size, (n) => ({ doubleValue: Math.PI * n }))],
  ['SHA-256', "hashing.sha256(f) == b''", 1_000_000, (size) => text('a'.repeat(size))],
  ['MD5', "hashing.md5(f) == b''", 1_000_000, (size) => text('a'.repeat(size))],
  ['CRC-32', "hashing.crc32c(f) == b''", 1_000_000, (size) => text('a'.repeat(size))],
  [
    'texts that double',
    'doubled(doubled(doubled(doubled(f)))).size() == 1',
    1_000_000,
    (size) => text('a'.repeat(size)),
  ],
  ['texts in order', "f < g || f + 'a' < g", 1_000_000, (size) => text('a'.repeat(size))],
  ['a text in pieces', "f.split('').size() == 1", 1_000_000, (size) => text('a'.repeat(size))],
  ['a text as a path', 'exists(path(f))', 600_000, (size) => text('a/'.repeat(size / 2))],
  ['a text in a path', 'exists(/databases/$(d)/documents/a/$(f))', 1_000_000, (size) => text('a'.repeat(size))],
  ['digits of a number', 'float(f) == 1.0', 1_000_000, (size) => text('9'.repeat(size))],
  ['digits of no number', 'float(f) == 1.0', 1_000_000, (size) => text(`${'9'.repeat(size - 1)}x`)],
  ['a pattern that goes back', "f.matches('(a+)+b')", 1_000_000, (size) => text('a'.repeat(size))],
  ['a pattern of anything', "f.matches('.*.*.*.*[^a]')", 1_000_000, (size) => text('a'.repeat(size))],
  ['a pattern of counted repetitions', "f.matches('(.*.{900}|a)*!')", 1_000_000, (size) => text('a'.repeat(size))],
  ['a pattern of classes', String.raw`f.matches('(\\pL?){100}')`, 1_000_000, (size) => text('a'.repeat(size))],
  ['replaced groups', "f.replace('(a)(a)', '$2$1') == ''", 1_000_000, (size) => text('a'.repeat(size))],
  ['a pattern of the document', "'a'.matches('(' + f + '){9}')", 900, (size) => text('a'.repeat(size))],
  [
    'a pattern of the document, in both cases',
    "'a'.matches('(?i)[' + f + ']')",
    900,
    (size) => text('Ā-\u{10fffe}'.repeat(size / 4)),
  ],
]
for (const [name, condition, sizeMax, value] of worst) {
  // Fresh each time, so that nothing is known from the round before.
  const fresh = () =>
    compiled(`rules_version = '2';
service cloud.firestore {
  match /databases/{d}/documents {
    function doubled(text) { return text + text; }
    function asked(f, g) { return ${condition}; }
    match /notes/{id} { allow update: if asked(resource.data.f, request.resource.data.f); }
  }
}`)
  const largest = document({ f: value(sizeMax) })
  const ruleset = fresh()
  const size = largestWithinBudget(sizeMax, (tried) => decideOn(ruleset, document({ f: value(tried) })))
  const edge = document({ f: value(size) })
  const within = median(9, fresh, (rules) => decideOn(rules, edge))
  const beyond = size === sizeMax ? 0 : median(9, fresh, (rules) => decideOn(rules, largest))
  const count = Math.round(size).toLocaleString('en')
  report({
    name: `worst case: ${name} (${count}, or refused)`,
    unit: 'ms',
    measured: Math.max(within, beyond),
    goal: 10,
  })
}

const unusual: readonly [name: string, content: string][] = [
  ['8,500 globs', 'match/{a=**}/x {allow update}'.repeat(8_500)],
  [
    'expressions without end',
    `match/notes/{id} {allow update: if !(${Array.from({ length: 40 }, () => "'a' in ['b','c','d']").join('||')});}`.repeat(
      20,
    ),
  ],
]
for (const [name, content] of unusual) {
  const ruleset = compiled(`rules_version = '2';
service cloud.firestore { match /databases/{d}/documents { ${content} } }`)
  const measured = median(
    9,
    () => ruleset,
    (rules) => decideOn(rules, note),
  )
  report({ name: `worst case: ${name}`, unit: 'ms', measured, goal: 10 })
}

/** The largest size at which a decision still has a verdict; what is larger is refused. */
function largestWithinBudget(sizeMax: number, decideOf: (size: number) => ReturnType<typeof decide>): number {
  const isRefused = (size: number): boolean => {
    const decision = decideOf(size)
    return 'refusals' in decision && decision.refusals.some(({ reason }) => reason.includes('too large to work with'))
  }
  if (!isRefused(sizeMax)) return sizeMax
  let [within, beyond] = [0, sizeMax]
  while (beyond - within > Math.max(1, beyond / 50)) {
    const middle = (within + beyond) / 2
    if (isRefused(middle)) beyond = middle
    else within = middle
  }
  return within
}

/**
 * What a decision on one document allocates beside one on another: of rounds that take turns the least of each, because what the engine
 * allocates for itself meanwhile, when it compiles, is added to some of them.
 */
function beside(one: ReturnType<typeof document>, other: ReturnType<typeof document>): number {
  const rounds = Array.from({ length: 15 }, () => [bytesFor(one), bytesFor(other)] as const)
  return Math.min(...rounds.map(([bytes]) => bytes)) / Math.min(...rounds.map(([, bytes]) => bytes))
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

/** Milliseconds of the processor; what other processes take meanwhile does not count. */
function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** The middle one of so many rounds, behind three that don't count; what prepares a round is not measured. */
function median<T>(rounds: number, prepare: () => T, work: (prepared: T) => unknown): number {
  for (let round = 0; round < 3; round += 1) work(prepare())
  const times = Array.from({ length: rounds }, () => {
    const prepared = prepare()
    return cpuOf(() => work(prepared))
  }).sort((a, b) => a - b)
  return times[rounds >> 1] ?? 0
}
