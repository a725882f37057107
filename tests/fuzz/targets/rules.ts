import { decodeFields, type Fields } from '@hearth/model'
import {
  compileRules,
  decide,
  decideList,
  findIssues,
  isVerdict,
  liftDocument,
  liftJson,
  MapValue,
  pathAt,
  type RulesIssue,
  RulesSources,
  type Ruleset,
  TimestampValue,
  type UnknownPart,
  type Verdict,
} from '@hearth/rules'
import { Turn } from '../../../apps/server/src/lib/turn.ts'
import { parseRules } from '../../../packages/rules/src/syntax/parse.ts'
import { isGrantedNaively, isWithinNaiveVocabulary } from '../../../packages/rules/src/testing/naive-evaluator.ts'
import { type FuzzTarget, KIB } from '../fuzz-target.ts'
import { same } from './judgement.ts'

const services = ['cloud.firestore', 'firebase.storage'] as const
const words = [
  "rules_version = '2';",
  'service cloud.firestore {',
  'service firebase.storage {',
  'match /databases/{database}/documents {',
  'match /{path=**} {',
  'match /b/{bucket}/o {',
  'function f(a, b) { let c = a; return c == b; }',
  'allow read, write: if ',
  'allow get: if ',
  'allow list: if ',
  'request.auth.uid',
  'request.resource.data',
  'resource.data',
  'request.query.limit',
  'request.time',
  'exists(/databases/$(database)/documents/a/$(request.auth.uid))',
  'get(/databases/(default)/documents/a/b).data',
  '.keys().hasAll([',
  '.diff(resource.data).affectedKeys()',
  '.matches(',
  'timestamp.value(',
  "duration.value(1, 'd')",
  'math.pow(',
  'hashing.sha256(',
  ' is string',
  ' in [',
  ' && ',
  ' || ',
  ' ? ',
  ' : ',
  '//',
  '/*',
  '*/',
  '}',
]

/** Sources of any kind, and conditions on documents of all types: what a person types, and what somebody tries. */
const sources = [
  'service cloud.firestore {}',
  "rules_version = '2'; service firebase.storage { match /b/{b}/o { match /{f=**} { allow read; } } }",
  `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    function mine(it) { let uid = request.auth.uid; return it.data.owner == uid; }
    match /orders/{order} {
      allow get, list: if mine(resource) || resource.data.state in ['open', "done"];
      allow write: if request.resource.data.diff(resource.data).affectedKeys().hasOnly(['state']);
    }
    match /{path=**}/notes/{note} { allow read: if path[0] == 'a' && -1 < 2.5 && b'\\x00' != null; }
  }
}`,
  'service x { match /a { allow read: if true ? false : {"a": [1, 2][0:1]}.a; } }',
]

const conditions = [
  'true',
  "resource.data.a == 'x' && !(resource.data.b is string)",
  "resource.data.get('a', null) != null || resource.data.missing == 1",
  "resource.data.keys().hasOnly(['a', 'b'])",
  "[resource.data.a, 1, 1.0] == ['x', 1, 1] ? resource.data.b in [1, 2] : resource.data.b + 1 > 2",
  "resource.data.a.matches('(a|b)+x?') || resource.data.a.split('').size() == 1",
  "resource.data.toSet().size() == 1 || resource.data.c[0] == 'x'",
  "request.auth.uid == 'x' && {'a': {'b': 1}}.a.b == 1 && id == 'one'",
  'request.time > timestamp.date(2020, 1, 1) && request.time - duration.value(1, "d") < request.time',
  'math.sqrt(resource.data.b) > 1 || hashing.md5(resource.data.a).toHexString() == "x"',
  'exists(/databases/$(database)/documents/a/$(resource.data.a)) && get(/databases/(default)/documents/a/b).data.x == 1',
  "resource.data.diff({'a': 'x'}).changedKeys().hasAny(['a']) && resource.data.a[0:1] == 'x'",
  'path("a/b").bind({}) == /a/b || int("1") + 9223372036854775807 > 0 || 1 / 0 == 1',
]

const documents: readonly Fields[] = [
  {},
  { a: { stringValue: 'x' }, b: { integerValue: '2' } },
  { a: { stringValue: '' }, b: { doubleValue: 1 }, c: { arrayValue: { values: [{ stringValue: 'x' }] } } },
  { a: { nullValue: null }, b: { doubleValue: 'NaN' }, c: { mapValue: { fields: { b: { booleanValue: true } } } } },
  { a: { booleanValue: true }, b: { timestampValue: '2026-01-01T00:00:00Z' }, c: { doubleValue: '-0' } },
].map(decodeFields)

const nobodyKnows: ReadonlySet<UnknownPart> = new Set(['resource'])
const auth = liftJson({ uid: 'x', token: { sub: 'x' } })
const time = new TimestampValue(1_800_000_000_000_000_000n)

export const ruleTargets: readonly FuzzTarget[] = [
  {
    name: 'rules-parse',
    form: 'text',
    watches: ['/rules/src/syntax/'],
    seeds: sources,
    words,
    limitBytes: 256 * KIB,
    open: () => ({
      run(input) {
        const source = input.toString()
        const { issues } = parseRules(source)
        for (const { span } of issues) {
          const isInside =
            span === undefined || (0 <= span.start && span.start <= span.end && span.end <= source.length)
          if (!isInside) throw new TypeError(`An issue from ${span.start} to ${span.end} of ${source.length}`)
        }
        pathAt(source, source.length >> 1)
      },
      decode: (input) => parseRules(input.toString()),
    }),
  },
  {
    name: 'rules-check',
    form: 'text',
    watches: ['/rules/src/check/', '/rules/src/syntax/', '/rules/src/evaluate/'],
    seeds: sources,
    words,
    limitBytes: 256 * KIB,
    open: () => ({
      run(input) {
        const files = [{ name: 'a.rules', content: input.toString() }]
        const sources = new RulesSources(files)
        const { issues } = sources
        same(findIssues(files), issues)
        for (const service of services) same(compileRules(sources, service) === undefined, issues.some(isError))
      },
      // As they are published: with turns for others, and once.
      async decode(input) {
        const turn = new Turn()
        const sources = await RulesSources.readInTurns([{ name: 'a.rules', content: input.toString() }], turn)
        for (const service of services) {
          await turn.pause()
          compileRules(sources, service)
        }
      },
    }),
  },
  {
    name: 'rules-evaluate',
    form: 'text',
    watches: ['/rules/src/evaluate/', '/rules/src/values/', '/rules/src/prove/'],
    seeds: conditions,
    words: [...words.slice(10), "'x'", 'null', '1.0', 'resource.data.a', 'resource.data.b', 'resource.data.c', 'id'],
    limitBytes: 250 * KIB,
    open: () => ({ run: (input) => evaluate(input.toString()) }),
  },
]

export const ruleTargetNames: readonly string[] = ruleTargets.map(({ name }) => name)

function isError({ severity }: RulesIssue): boolean {
  return severity === 'ERROR'
}

/** Asks one condition about documents, an unknown one and a query, and holds the answers against each other and a naive reading. */
function evaluate(condition: string): void {
  const block = `match /cases/{id} { allow read: if ${condition}; }`
  const content = `rules_version = '2'; service cloud.firestore { match /databases/{database}/documents { ${block} } }`
  const ruleset = compileRules([{ name: 'a.rules', content }], 'cloud.firestore')
  if (ruleset === undefined) return
  const verdicts = documents.map((fields) => ask(ruleset, fields))
  const unknown = ask(ruleset, undefined)
  const isCertain = unknown.isAllowed || !unknown.refusals.some(({ isUnknown }) => isUnknown)
  const isOfAll = askQuery(ruleset).isAllowed
  for (const [at, { isAllowed }] of verdicts.entries()) {
    if (isCertain && isAllowed !== unknown.isAllowed) throw new TypeError(`Certain of document ${at}, and wrong`)
    if (isOfAll && !isAllowed) throw new TypeError(`A query may find document ${at}, which may not be read`)
  }
  const expression = parseRules(content).file.services[0]?.matches[0]?.matches[0]?.allows[0]?.condition
  if (expression === undefined || !isWithinNaiveVocabulary(expression)) return
  for (const [at, fields] of documents.entries()) {
    const isNaive = isGrantedNaively(expression, fields, 'x')
    if (verdicts[at]?.isAllowed === true && !isNaive) throw new TypeError(`Document ${at} is granted, and naively not`)
  }
}

/** Undefined fields: nobody knows them. */
function ask(ruleset: Ruleset, fields: Fields | undefined): Verdict {
  return bounded(
    decide(
      ruleset,
      {
        method: 'get',
        path: ['databases', '(default)', 'documents', 'cases', 'one'],
        auth: auth instanceof MapValue ? auth : null,
        time,
        resource: fields === undefined ? null : liftDocument('(default)', { path: 'cases/one', fields }),
        ...(fields === undefined && { unknown: nobodyKnows }),
      },
      { lookupsMax: 10, find: () => ({ document: undefined }) },
    ),
  )
}

function askQuery(ruleset: Ruleset): Verdict {
  const query = { parent: '', collectionId: 'cases', allDescendants: false, orderBy: [], offset: 0 }
  return bounded(
    decideList(
      ruleset,
      { auth: auth instanceof MapValue ? auth : null, time, database: '(default)', query },
      { lookupsMax: 10, find: () => ({ document: undefined }) },
    ),
  )
}

function bounded(verdict: ReturnType<typeof decide>): Verdict {
  if (!isVerdict(verdict)) throw new TypeError('It waits for a document that is known')
  if (verdict.expressionsUsed > 1_000 || verdict.lookupsUsed > 10) throw new TypeError('It goes beyond its budget')
  return verdict
}
