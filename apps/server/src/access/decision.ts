import type { Query, Version } from '@hearth/model'
import { encodeQuery, type QueryJson, type Verdict } from '@hearth/rules'
import type { Caller } from './caller.ts'
import type { AccessRequest, AccessScope, FileAttributes } from './gate.ts'

/** What the gate said to somebody who is no server, and why. Holds no content of documents and no credential. */
export interface Decision {
  readonly service: AccessRequest['service']
  readonly operation: AccessRequest['operation']
  /** Of documents alone. */
  readonly database?: string
  /** Of the document or file, the prefix of a list of files, or the collection of a query: `orders`, for a group `**\/orders`. */
  readonly path: string
  readonly caller: {
    readonly kind: Exclude<Caller['kind'], 'admin'>
    readonly uid?: string
    /** What the ID token of a user said. */
    readonly claims?: Readonly<Record<string, unknown>> | undefined
  }
  /** What a query asked for; absent when its collection has no name. */
  readonly query?: QueryJson | undefined
  /** Of a write to a document: its time, at or shortly before the version that it makes. */
  readonly version?: Version
  /** Of a file; null: there is none. */
  readonly before?: FileAttributes | null | undefined
  readonly after?: FileAttributes | null | undefined
  /** The documents that were read for the rules, in their order; absent when there were none. */
  readonly lookedUp?: readonly string[] | undefined
  /** Milliseconds: evaluating the rules, and reading those documents. Absent when no rules were asked. */
  readonly stages?: { readonly rulesMs: number; readonly lookupsMs: number }
  readonly isAllowed: boolean
  /** The place in the rules that decided; absent when no rule did. */
  readonly rule?: { readonly fileName: string; readonly line: number; readonly column: number }
  readonly reason?: string
}

/** Told of each decision, at once; must not throw and must not wait. `describe` costs something: most of a busy project's are not kept. */
export type OnDecision = (project: string, describe: () => Decision, isAllowed: boolean) => void

/** What the gate said, and why. */
export type Answer = Pick<Decision, 'isAllowed' | 'rule' | 'reason' | 'stages' | 'lookedUp'>

export function decisionOf(
  caller: Exclude<Caller, { kind: 'admin' }>,
  request: AccessRequest,
  { time }: Pick<AccessScope, 'time'>,
  answer: Answer,
): Decision {
  return {
    service: request.service,
    operation: request.operation,
    ...(request.service === 'documents' && { database: request.database }),
    path: 'path' in request ? request.path : pathOfQuery(request.query),
    caller: callerOf(caller),
    ...(request.service === 'files' && { before: request.before ?? null, after: request.after ?? null }),
    ...('query' in request && request.query.collectionId !== undefined && { query: encodeQuery(request.query) }),
    ...(time !== undefined && { version: time }),
    ...answer,
  }
}

function callerOf(caller: Exclude<Caller, { kind: 'admin' }>): Decision['caller'] {
  switch (caller.kind) {
    case 'visitor':
      return { kind: 'visitor' }
    case 'user':
      return { kind: 'user', uid: caller.uid, claims: caller.claims }
    case 'operator':
      return { kind: 'operator', uid: caller.uid }
  }
}

/** What of a verdict may be kept: the place that decided, and a reason without the values that led to it. */
export function answerOf({ isAllowed, grantedBy, refusals }: Verdict): Answer {
  if (isAllowed) {
    return { isAllowed, ...(grantedBy && { rule: { fileName: grantedBy.fileName, ...grantedBy.position } }) }
  }
  const last = refusals.at(-1)
  if (last === undefined) return { isAllowed, reason: 'No allow covers the request.' }
  const { fileName, position, reasonPosition, reason } = last
  return { isAllowed, rule: { fileName, ...(reasonPosition ?? position) }, reason: withoutValues(reason) }
}

/** Reasons that quote nothing but types, limits and names which are written in the rules. */
const quotable = [
  /^(?:Null value|Divide by zero) error\.$/,
  /^Property [A-Za-z_]\w{0,99} is undefined on object\.$/,
  /^(?:Type|Unsupported operation) error\. Received: [^'"]{1,120}$/,
  /^Incorrect number of arguments\. /,
  /^Unable to evaluate the expression as /,
  /^At most \d+ documents can be read for one request\.$/,
  /^The (?:query|condition) /,
]

function withoutValues(reason: string): string {
  if (reason === 'false') return 'The condition is false.'
  return quotable.some((pattern) => pattern.test(reason)) ? reason.slice(0, 200) : 'The condition has no value.'
}

function pathOfQuery({ parent, collectionId = '*', allDescendants }: Query): string {
  return [...(parent === '' ? [] : [parent]), ...(allDescendants ? ['**'] : []), collectionId].join('/')
}
