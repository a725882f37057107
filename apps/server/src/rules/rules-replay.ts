import { StatusError } from '@hearth/model'
import {
  answer,
  compileRules,
  decidingExpression,
  type DecidingExpression,
  Explanation,
  isVerdict,
  lookupsMax,
  type Observer,
  questionOf,
  type RulesTestCase,
  type Ruleset,
  RulesSources,
  type SourceFile,
  type UnknownPart,
  type Verdict,
} from '@hearth/rules'
import { answerOf, type Decision } from '../access/decision.ts'
import { DEFAULT_DATABASE } from '../documents/databases/database.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import { Turn } from '../lib/turn.ts'
import type { DecisionLog, KeptDecision } from './decision-log.ts'
import { PastRequest } from './past-request.ts'
import type { RulesInForce } from './rules-in-force.ts'

const PAGE_SIZE = 100
/** At a stretch; then other requests have as long. */
const SLICE_MS = 8
const WAITING_MAX = 8

/** What rules would have said to a past request. */
export interface Replayed {
  readonly decision: KeptDecision
  readonly verdict: 'allowed' | 'denied' | 'unknown'
  readonly rule: Decision['rule']
  /** Why it is denied, or what would have to be known. */
  readonly reason: string | undefined
}

export interface ReplayPage {
  readonly replayed: readonly Replayed[]
  /** Requests that these rules are not asked about: those of operators and of other databases. */
  readonly skipped: number
  /** What to go on with; undefined when nothing older is kept. */
  readonly next: number | undefined
}

export interface DescribedRequest {
  readonly decision: KeptDecision
  readonly test: RulesTestCase | undefined
  readonly unknown: readonly UnknownPart[]
  /** Of a denied one: the expression that denied it, with the values of then; undefined where they are not known any more. */
  readonly why: DecidingExpression | undefined
  /** What stands around the line that decided, as the rules were; undefined where no line did, or they are gone. */
  readonly excerpt: RulesExcerpt | undefined
}

export interface RulesReplayOptions {
  readonly storeOf: (project: string) => Promise<ProjectStore>
  readonly decisions: Pick<DecisionLog, 'list' | 'find'>
  readonly rulesInForce: Pick<RulesInForce, 'find' | 'findSources'>
}

/**
 * Asks rules that are not published about the requests that the gate has decided. One page after the other, in short stretches with as
 * much time for everybody else in between.
 */
export class RulesReplay {
  readonly #options: RulesReplayOptions
  #line: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor(options: RulesReplayOptions) {
    this.#options = options
  }

  /**
   * At most 100 requests before the id `before`, the newest first. Ends early when `signal` says that nobody waits for it any more.
   * Throws `resource-exhausted`/`TOO_MANY_REPLAYS`. The sources have no errors.
   */
  async replay(
    project: string,
    asked: {
      readonly sources: RulesSources
      readonly service: Decision['service']
      /** Whose documents the sources are for. */
      readonly database: string
      readonly before: number | undefined
      readonly signal: AbortSignal
    },
  ): Promise<ReplayPage> {
    if (this.#waiting >= WAITING_MAX) {
      const text = 'Rules are being asked about past requests already. Try again in a moment.'
      throw new StatusError('resource-exhausted', 'TOO_MANY_REPLAYS', text, { details: { retryAfterSeconds: 2 } })
    }
    this.#waiting += 1
    const turn = this.#line.then(async () => await this.#replay(project, asked))
    this.#line = turn.catch(() => undefined)
    try {
      return await turn
    } finally {
      this.#waiting -= 1
    }
  }

  /**
   * A kept request, as a test case with what the rules in force look up for it, and what of it is not known any more. Rules are not
   * asked about what operators do, so there is no test of it. Throws `not-found`/`REQUEST_NOT_FOUND`.
   */
  async describe(project: string, id: number): Promise<DescribedRequest> {
    const { storeOf, decisions, rulesInForce } = this.#options
    const decision = await decisions.find(project, id)
    if (decision === undefined) {
      throw new StatusError('not-found', 'REQUEST_NOT_FOUND', 'This request is not kept any more.')
    }
    const files = await this.#sourcesOf(project, decision)
    const excerpt = files && decision.rule && excerptOf(files, decision.rule)
    if (decision.caller.kind === 'operator') return { decision, test: undefined, unknown: [], why: undefined, excerpt }
    const past = await PastRequest.reconstruct(await storeOf(project), decision, bucketOf(project))
    const service = serviceOf(decision)
    const rules = await rulesInForce.find(project, service, decision.database ?? DEFAULT_DATABASE)
    if (rules.kind === 'rules') await ask(rules.ruleset, past)
    const test = { ...past.test, functionMocks: past.mocks() }
    return { decision, test, unknown: [...past.unknown], why: await this.#whyDenied(past, files), excerpt }
  }

  async #sourcesOf(
    project: string,
    { service, database = DEFAULT_DATABASE, rules }: KeptDecision,
  ): Promise<readonly SourceFile[] | undefined> {
    if (rules === undefined) return undefined
    return await this.#options.rulesInForce.findSources(project, { service: serviceOf({ service }), database }, rules)
  }

  /** Asks the rules that denied a request the same again, and watches them. */
  async #whyDenied(
    past: PastRequest,
    files: readonly SourceFile[] | undefined,
  ): Promise<DecidingExpression | undefined> {
    const { decision } = past
    const { isAllowed, rule } = decision
    if (isAllowed || rule === undefined) return undefined
    const service = serviceOf(decision)
    const sources = files && (await RulesSources.readInTurns(files, new Turn()))
    const ruleset = sources && compileRules(sources, service, { isObserved: true })
    if (ruleset === undefined) return undefined
    let explanation = new Explanation()
    const verdict = await ask(ruleset, past, () => (explanation = new Explanation()))
    const last = verdict.refusals.at(-1)
    const tree = explanation.conditions.at(-1)
    if (verdict.isAllowed || last === undefined || last.isUnknown || tree === undefined) return undefined
    const { line, column } = last.reasonPosition ?? last.position
    // With what is not known any more it may come to something else.
    if (line !== rule.line || column !== rule.column || last.fileName !== rule.fileName) return undefined
    const source = ruleset.sources.find(({ name }) => name === last.fileName)
    return source && decidingExpression(source.content, tree)
  }

  async #replay(
    project: string,
    { sources, service, database: asked, before, signal }: Parameters<RulesReplay['replay']>[1],
  ): Promise<ReplayPage> {
    const ruleset = compileRules(sources, service === 'files' ? 'firebase.storage' : 'cloud.firestore')
    if (ruleset === undefined) throw new Error('sources are checked before they are asked')
    const { storeOf, decisions } = this.#options
    const page = await decisions.list(project, { pageSize: PAGE_SIZE, before }, { service })
    // What is about to be published says nothing of operators, nor of other databases.
    const underRules = page.decisions.filter(
      ({ caller, database = DEFAULT_DATABASE }) =>
        caller.kind !== 'operator' && (service === 'files' || database === asked),
    )
    const store = await storeOf(project)
    const replayed: Replayed[] = []
    let sliceBegan = performance.now()
    for (const decision of underRules) {
      if (signal.aborted) break
      const past = await PastRequest.reconstruct(store, decision, bucketOf(project))
      replayed.push(replayedOf(ruleset, decision, await ask(ruleset, past)))
      const worked = performance.now() - sliceBegan
      if (worked < SLICE_MS) continue
      await new Promise((resolve) => setTimeout(resolve, worked))
      sliceBegan = performance.now()
    }
    return { replayed, skipped: page.decisions.length - underRules.length, next: page.next }
  }
}

/** `observe`: makes what watches an observed ruleset, once for each time it is begun anew. */
async function ask(ruleset: Ruleset, past: PastRequest, observe?: () => Observer): Promise<Verdict> {
  const question = questionOf(past.test, 0n)
  const { unknown } = past
  const asked =
    question.kind === 'one'
      ? { ...question, request: { ...question.request, unknown } }
      : { ...question, request: { ...question.request, unknown } }
  for (;;) {
    const decision = answer(ruleset, asked, {
      find: (when, path) => past.find(when, path),
      lookupsMax: lookupsMax[ruleset.service],
      observer: observe?.(),
    })
    if (isVerdict(decision)) return decision
    await past.look(decision.when, decision.path)
  }
}

function replayedOf({ sources }: Ruleset, decision: KeptDecision, verdict: Verdict): Replayed {
  const { rule, reason } = answerOf(verdict, sources)
  const open = verdict.isAllowed ? undefined : verdict.refusals.find(({ isUnknown }) => isUnknown)
  // Of a query that was not kept only what holds for every query is certain.
  const isVague = decision.query === undefined && decision.service === 'documents' && decision.operation === 'list'
  const isUnproved = isVague && !verdict.isAllowed && verdict.refusals.some((refusal) => refusal.reason !== 'false')
  if (open !== undefined || isUnproved) {
    const text = open?.reason ?? 'It depends on the query, which is not known.'
    return { decision, verdict: 'unknown', rule, reason: text }
  }
  return { decision, verdict: verdict.isAllowed ? 'allowed' : 'denied', rule, reason }
}

function serviceOf({ service }: Pick<KeptDecision, 'service'>): 'cloud.firestore' | 'firebase.storage' {
  return service === 'files' ? 'firebase.storage' : 'cloud.firestore'
}

function bucketOf(project: string): string {
  return `${project}.appspot.com`
}

const LINES_BEFORE = 5
const LINES_AFTER = 4
const LINE_LENGTH_MAX = 300

/** Some lines of rules, without the indent that all of them have. */
interface RulesExcerpt {
  readonly fileName: string
  /** The number of the first, from one. */
  readonly begin: number
  readonly lines: readonly string[]
}

/** What stands around a line; undefined where the files don't have it. */
function excerptOf(
  files: readonly SourceFile[],
  { fileName, line }: { readonly fileName: string; readonly line: number },
): RulesExcerpt | undefined {
  const all = files.find(({ name }) => name === fileName)?.content.split('\n')
  if (all === undefined || line < 1 || line > all.length) return undefined
  const begin = Math.max(1, line - LINES_BEFORE)
  const lines = all
    .slice(begin - 1, line + LINES_AFTER)
    .map((text) => text.trimEnd().replaceAll('\t', '  ').slice(0, LINE_LENGTH_MAX))
  const indents = lines.flatMap((text) => (text === '' ? [] : [text.length - text.trimStart().length]))
  const indent = Math.min(...indents)
  return { fileName, begin, lines: lines.map((text) => text.slice(indent)) }
}
