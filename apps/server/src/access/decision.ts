import type { Query, Version } from '@hearth/model'
import {
  decidingRefusal,
  encodeQuery,
  expressionText,
  type QueryJson,
  type SourceFile,
  type Verdict,
} from '@hearth/rules'
import { appOf, type RequestApp } from './app-of-request.ts'
import type { Caller, RequestSource } from './caller.ts'
import type { AccessRequest, AccessScope, FileAttributes } from './gate.ts'

const ORIGIN_LENGTH_MAX = 200
const WRITTEN_SHOWN_MAX = 10

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
  /** Where the request came from: its address, the origin of the page that sent it, its id in the server's log, and what its SDK says of itself. */
  readonly from?: RequestApp & { readonly address: string; readonly origin?: string; readonly requestId: string }
  /** What a query asked for; absent when its collection has no name. */
  readonly query?: QueryJson | undefined
  /** Of a write to a document: its time, at or shortly before the version that it makes. */
  readonly version?: Version
  /** Of everything else: the version of the documents that rules could see. Its id is a time of the clock, which tells no commits of one millisecond apart. */
  readonly readAt?: Version
  /** Of a file; null: there is none. */
  readonly before?: FileAttributes | null | undefined
  readonly after?: FileAttributes | null | undefined
  /** The documents that were read for the rules, in their order; absent when there were none. */
  readonly lookedUp?: readonly string[] | undefined
  /** What the commit of a write changes all in all: how many documents, and the first of them. */
  readonly written?: { readonly count: number; readonly paths: readonly string[] }
  /** Absent when no rules were asked. */
  readonly stages?: DecisionStages
  readonly isAllowed: boolean
  /** The place in the rules that decided; absent when no rule did. */
  readonly rule?: DecidingPlace
  readonly reason?: string
  /** The expression of the rules that has no value, as they say it. */
  readonly expression?: string
  /** Which rules those were; absent for those that come with the program. */
  readonly rules?: RulesOrigin | undefined
}

/** A line of the rules, and what it says, by which it is known again wherever later versions have it. */
export interface DecidingPlace extends Partial<LineText> {
  readonly fileName: string
  readonly line: number
  readonly column: number
}

/** A ruleset that was published, or what a file or a tool let hold from a moment on, in milliseconds since the epoch. */
export type RulesOrigin = { readonly rulesetId: string } | { readonly since: number }

/** Milliseconds. */
export interface DecisionStages {
  /** From the arrival of the request until the rules were asked: its body, its credential, what is stored. Not of streams. */
  readonly beforeMs?: number
  /** Evaluating the rules. */
  readonly rulesMs: number
  /** Reading the documents that they ask for. */
  readonly lookupsMs: number
}

/**
 * Told of each decision, at once; must not throw and must not wait. `describe` costs something: most of a busy project's are not kept. `who` tells
 * callers apart.
 */
export type OnDecision = (project: string, describe: () => Decision, isAllowed: boolean, who: string) => void

/** What the gate said, and why. */
export type Answer = Pick<Decision, 'isAllowed' | 'rule' | 'reason' | 'expression' | 'rules' | 'stages' | 'lookedUp'>

export function decisionOf(
  caller: Exclude<Caller, { kind: 'admin' }>,
  request: AccessRequest,
  { time, readAt, written }: Pick<AccessScope, 'time' | 'readAt' | 'written'>,
  answer: Answer,
): Decision {
  const { from } = caller
  return {
    service: request.service,
    operation: request.operation,
    ...(request.service === 'documents' && { database: request.database }),
    path: 'path' in request ? request.path : pathOfQuery(request.query),
    caller: callerOf(caller),
    ...(from !== undefined && { from: placeOf(from) }),
    ...(written !== undefined && { written: shortened(written()) }),
    ...(request.service === 'files' && { before: request.before ?? null, after: request.after ?? null }),
    ...('query' in request && request.query.collectionId !== undefined && { query: encodeQuery(request.query) }),
    ...(time !== undefined && { version: time }),
    ...(readAt !== undefined && { readAt }),
    ...answer,
  }
}

function placeOf({ id, clientAddress, headers }: RequestSource): Decision['from'] & {} {
  const { origin } = headers
  return {
    ...appOf(headers),
    address: clientAddress,
    ...(origin !== undefined && { origin: origin.slice(0, ORIGIN_LENGTH_MAX) }),
    requestId: id,
  }
}

function shortened(paths: readonly string[]): Decision['written'] & {} {
  return { count: paths.length, paths: paths.slice(0, WRITTEN_SHOWN_MAX) }
}

/** Users by their id, visitors by their address. */
export function whoIs(caller: Exclude<Caller, { kind: 'admin' }>): string {
  return caller.kind === 'visitor' ? (caller.from?.clientAddress ?? '') : caller.uid
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

/** What of a verdict of `sources` may be kept: the place that decided, and a reason without the values that led to it. */
export function answerOf({ isAllowed, grantedBy, refusals }: Verdict, sources: readonly SourceFile[]): Answer {
  const placed = (fileName: string, position: { readonly line: number; readonly column: number }): DecidingPlace => {
    const source = sources.find(({ name }) => name === fileName)
    return { fileName, ...position, ...(source && lineTextOf(source, position.line)) }
  }
  if (isAllowed) return { isAllowed, ...(grantedBy && { rule: placed(grantedBy.fileName, grantedBy.position) }) }
  const last = decidingRefusal(refusals)
  if (last === undefined) return { isAllowed, reason: 'No allow covers the request.' }
  const { fileName, position, reasonPosition, reasonSpan, reason } = last
  const source = sources.find(({ name }) => name === fileName)
  return {
    isAllowed,
    rule: placed(fileName, reasonPosition ?? position),
    reason: withoutValues(reason),
    ...(source !== undefined &&
      reasonSpan !== undefined && {
        expression: expressionText(source.content, { offset: reasonSpan.start, endOffset: reasonSpan.end }),
      }),
  }
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

const TEXT_LENGTH_MAX = 200
/** Of one source; lines beyond them have no text. */
const LINES_MAX = 20_000

/** What a line says, and the how many times so far in its file. */
interface LineText {
  readonly text: string
  readonly nth: number
}

const known = new WeakMap<SourceFile, readonly LineText[]>()

/** Undefined for a line that the source doesn't have. A source's lines are told apart once. */
function lineTextOf(source: SourceFile, line: number): LineText | undefined {
  let texts = known.get(source)
  if (texts === undefined) {
    texts = lineTextsOf(source.content)
    known.set(source, texts)
  }
  return texts[line - 1]
}

function lineTextsOf(content: string): readonly LineText[] {
  const seen = new Map<string, number>()
  return content.split('\n', LINES_MAX).map((line) => {
    const text = line.trim().slice(0, TEXT_LENGTH_MAX)
    const nth = (seen.get(text) ?? 0) + 1
    seen.set(text, nth)
    return { text, nth }
  })
}
