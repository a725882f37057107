import { type Document, encodeFields, type Fields, makeDocument, type Query, type Value } from '@hearth/model'
import {
  compileRules,
  decide,
  decideList,
  decideResult,
  findIssues,
  isVerdict,
  liftDocument,
  liftJson,
  type ListRequest,
  type LookupResult,
  MapValue,
  type Method,
  type PathValue,
  type RulesIssue,
  type Ruleset,
  TimestampValue,
  type UnknownPart,
  type Verdict,
} from '../index.ts'

/** For tests: what there is and who asks. */
export interface Situation {
  readonly method?: Method
  /** Relative to the database. */
  readonly path?: string
  /** Undefined: nobody is signed in. */
  readonly uid?: string | undefined
  readonly claims?: Readonly<Record<string, unknown>>
  readonly before?: Fields | undefined
  readonly after?: Fields | undefined
  /** Other documents by path. */
  readonly others?: ReadonlyMap<string, Fields>
  readonly othersAfter?: ReadonlyMap<string, Fields>
  readonly unknown?: ReadonlySet<UnknownPart>
}

export const now = new TimestampValue(1_800_000_000_000_000_000n)

/** Rules of documents around the content of `match /databases/{database}/documents`. */
export function documentRules(content: string, version: 1 | 2 = 2): Ruleset {
  return rulesOf(
    `rules_version = '${version}';\nservice cloud.firestore {\n  match /databases/{database}/documents {\n${content}\n}}`,
  )
}

export function rulesOf(source: string, service: Ruleset['service'] = 'cloud.firestore'): Ruleset {
  const files = [{ name: 'firestore.rules', content: source }]
  const ruleset = compileRules(files, service)
  if (ruleset === undefined) throw new Error(JSON.stringify(findIssues(files)))
  return ruleset
}

export function issuesOf(source: string): readonly RulesIssue[] {
  return findIssues([{ name: 'firestore.rules', content: source }])
}

export function ask(ruleset: Ruleset, situation: Situation = {}): Verdict {
  const { method = 'get', path = 'cases/one', before, after } = situation
  const verdict = decide(
    ruleset,
    {
      method,
      path: ['databases', '(default)', 'documents', ...path.split('/')],
      auth: authOf(situation),
      time: now,
      resource: before === undefined ? null : lifted(path, before),
      newResource: after === undefined ? (method === 'delete' ? null : undefined) : lifted(path, after),
      unknown: situation.unknown,
    },
    { lookupsMax: 10, find: finderOf(situation) },
  )
  if (!isVerdict(verdict)) throw new Error('every document is known')
  return verdict
}

export function askList(ruleset: Ruleset, query: Partial<Query>, situation: Situation = {}): Verdict {
  const options = { lookupsMax: 10, find: finderOf(situation) }
  const verdict = decideList(ruleset, listRequest(query, situation), options)
  if (!isVerdict(verdict)) throw new Error('every document is known')
  return verdict
}

/** About one document that the query has found: `before`, at `path`. */
export function askResult(ruleset: Ruleset, query: Partial<Query>, situation: Situation): Verdict {
  const { path = 'cases/one', before } = situation
  const asked = {
    ...listRequest(query, situation),
    path: ['databases', '(default)', 'documents', ...path.split('/')],
    resource: before === undefined ? null : lifted(path, before),
  }
  const verdict = decideResult(ruleset, asked, { lookupsMax: 10, find: finderOf(situation) })
  if (!isVerdict(verdict)) throw new Error('every document is known')
  return verdict
}

function listRequest(query: Partial<Query>, situation: Situation): ListRequest {
  return {
    auth: authOf(situation),
    time: now,
    database: '(default)',
    query: { parent: '', collectionId: 'cases', allDescendants: false, orderBy: [], offset: 0, ...query },
  }
}

export function fieldsOf(fields: Readonly<Record<string, Value>>): Fields {
  return new Map(Object.entries(fields))
}

export function documentOf(path: string, fields: Fields): Document {
  return makeDocument({ path, createTime: 1, updateTime: 1, json: encodeFields(fields) }, fields)
}

function lifted(path: string, fields: Fields): MapValue {
  return liftDocument('(default)', documentOf(path, fields))
}

function authOf({ uid, claims = {} }: Situation): MapValue | null {
  if (uid === undefined) return null
  const auth = liftJson({ uid, token: { sub: uid, user_id: uid, iat: 1, ...claims } })
  return auth instanceof MapValue ? auth : null
}

function finderOf({ others = new Map(), othersAfter = others }: Situation) {
  return (when: 'now' | 'after', path: PathValue): LookupResult => {
    const [databases, database, documents, ...rest] = path.segments
    const isOurs = databases === 'databases' && database === '(default)' && documents === 'documents'
    if (!isOurs || rest.length === 0 || rest.length % 2 !== 0)
      return { error: `No document can be at ${path.toString()}.` }
    const key = rest.join('/')
    const fields = (when === 'now' ? others : othersAfter).get(key)
    return { document: fields && lifted(key, fields) }
  }
}
