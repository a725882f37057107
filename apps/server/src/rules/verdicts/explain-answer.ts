import {
  childPath,
  type Document,
  encodeFields,
  formatTimestamp,
  parseJson,
  type Query,
  type Value,
} from '@hearth/model'
import {
  decidingExpression,
  type DecidingExpression,
  decidingPath,
  decidingRefusal,
  encodeQuery,
  type ExplainedExpression,
  Explanation,
  type FunctionMock,
  type Refusal,
  type ResourceJson,
  type RulesTestCase,
  showValue,
} from '@hearth/rules'
import type { AccessRequest } from '../../access/gate.ts'
import { databaseOf } from '../../access/rules-request.ts'
import { resourceOfFile } from '../past-request.ts'
import type { Asked, Judge, JudgedRules, Asker } from './judge.ts'

/** Lines that are shown before the one that decided. */
const LINES_BEFORE = 2
const LINE_LENGTH_MAX = 300

export interface Explained {
  readonly isAllowed: boolean
  /** Lines are counted from one; undefined where no `allow` covers what is asked. */
  readonly at:
    | {
        readonly fileName: string
        readonly line: number
        readonly firstLine: number
        readonly lines: readonly string[]
      }
    | undefined
  /** Why a condition has no value. */
  readonly reason: string | undefined
  readonly why: DecidingExpression | undefined
  /** The value that was tried, as rules write it. */
  readonly tried: string | undefined
  /** Documents that were read for it. */
  readonly lookedUp: readonly string[]
  /** Asks the same again, whatever becomes of the documents. */
  readonly test: RulesTestCase
}

interface ToExplain {
  readonly judge: Judge
  /** Observed. */
  readonly rules: JudgedRules
  readonly caller: Asker
  readonly request: AccessRequest
  readonly tried: Value | undefined
}

/** How rules come to their answer to a request. */
export async function explainAnswer(asking: ToExplain): Promise<Explained> {
  const { judge, rules, request, tried } = asking
  let explanation = new Explanation()
  const asked = await judge.ask(request, () => (explanation = new Explanation()))
  const { isAllowed, grantedBy, refusals } = asked.verdict
  const refusal = isAllowed ? undefined : decidingRefusal(refusals)
  // Of a query with alternatives those that were granted were tried before.
  const tree = refusal && explanation.conditions.at(refusals.indexOf(refusal) - refusals.length)
  const fileName = refusal?.fileName ?? grantedBy?.fileName
  const source = 'ruleset' in rules ? rules.ruleset.sources.find(({ name }) => name === fileName) : undefined
  const line = (refusal && source && lineOf(refusal, tree, source)) ?? grantedBy?.position.line
  return {
    isAllowed,
    at: source && line === undefined ? undefined : source && excerpt(source, line ?? 1),
    reason: refusal === undefined || refusal.reason === 'false' ? undefined : refusal.reason,
    why: source && tree && decidingExpression(source.content, tree),
    tried: tried && showValue(tried),
    lookedUp: [...asked.found.keys()],
    test: testOf(asking, asked),
  }
}

type Source = Extract<JudgedRules, { ruleset: unknown }>['ruleset']['sources'][number]

/** Of the expression that made the condition what it is. */
function lineOf(refusal: Refusal, tree: ExplainedExpression | undefined, { lines }: Source): number {
  const deciding = tree && [...decidingPath(tree)].at(-1)
  if (deciding?.value !== undefined) return lines.positionOf(deciding.offset).line
  return (refusal.reasonPosition ?? refusal.position).line
}

function excerpt({ name, content }: Source, line: number): NonNullable<Explained['at']> {
  const firstLine = Math.max(1, line - LINES_BEFORE)
  const lines = content.split('\n').slice(firstLine - 1, line)
  return { fileName: name, line, firstLine, lines: lines.map((text) => text.slice(0, LINE_LENGTH_MAX)) }
}

function testOf({ judge, caller, request }: ToExplain, { verdict, found }: Asked): RulesTestCase {
  const { before, after } = resourcesOf(request)
  const database = databaseOf(request)
  const prefix = request.service === 'files' ? 'firestore.' : ''
  const functionMocks = [...found].map(([looked, document]): FunctionMock => ({
    function: `${prefix}get`,
    args: [{ exactValue: `/databases/${database}/documents/${looked}` }],
    result: document === undefined ? { undefined: {} } : { value: resourceOf(document) },
  }))
  return {
    expectation: verdict.isAllowed ? 'ALLOW' : 'DENY',
    request: {
      path: pathOf(request),
      method: request.operation,
      auth: caller.kind === 'user' ? { uid: caller.uid, token: caller.claims } : null,
      time: formatTimestamp(judge.nowMicros),
      ...(after !== undefined && { resource: after }),
      ...('query' in request && { query: encodeQuery(request.query) }),
    },
    ...(before !== undefined && { resource: before }),
    ...(functionMocks.length > 0 && { functionMocks }),
  }
}

/** From the root. */
function pathOf(request: AccessRequest): string {
  if (request.service === 'files') return `/b/${request.bucket}/o/${request.path}`
  const { database } = request
  const path = 'query' in request ? collectionOf(request.query) : request.path
  return `/databases/${database}/documents/${path}`
}

function collectionOf({ parent, collectionId = '' }: Query): string {
  return childPath(parent, collectionId)
}

function resourcesOf(request: AccessRequest): { readonly before?: ResourceJson; readonly after?: ResourceJson } {
  if (!('before' in request)) return {}
  if (request.service === 'files') {
    const { before, after } = request
    return { ...(before && { before: resourceOfFile(before) }), ...(after && { after: resourceOfFile(after) }) }
  }
  const { before, after } = request
  return { ...(before && { before: resourceOf(before) }), ...(after && { after: resourceOf(after) }) }
}

/** The fields as they are asked about: those of a change that was only tried are no stored text. */
function resourceOf(document: Document): ResourceJson {
  return { fields: parseJson(encodeFields(document.fields)) }
}
