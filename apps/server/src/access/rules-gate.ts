import { decodedBytes, type Document, makeDocument } from '@hearth/model'
import {
  answer,
  isVerdict,
  type NeedsDocument,
  type Ruleset,
  type ServiceName,
  type Verdict,
  type Observer,
} from '@hearth/rules'
import type { Clock } from '../lib/ambient.ts'
import { DEFAULT_DATABASE } from '../documents/databases/database.ts'
import type { StoredDocument } from '../persistence/persistence.ts'
import { type Caller, isCallerOf, type RequestSource } from './caller.ts'
import { type Answer, answerOf, decisionOf, type OnDecision, type RulesOrigin, whoIs } from './decision.ts'
import type { AccessRequest, AccessScope, Gate } from './gate.ts'
import { assertMayChangeConsole } from './key-scopes.ts'
import { changesSomething, isAct, mayAsOperator, mayOperateConsole, type OnOperatorAct } from './operator-policy.ts'
import { permissionDenied, refusal } from './permission-denied.ts'
import { databaseOf, finderOf, lookupsMaxOf, relativePath, questionOf } from './rules-request.ts'

type Asked = Extract<Caller, { kind: 'visitor' | 'user' }>
type UsableRules = Extract<ActiveRules, { kind: 'rules' }>

interface Asking {
  readonly project: string
  readonly caller: Asked
  readonly request: AccessRequest
  readonly scope: AccessScope
  /** Of `performance.now()`. */
  readonly startedAt: number
  /** What was read for this question, and how long that took together. */
  lookups?: { readonly paths: string[]; ms: number }
}

/** The rules that hold for a service of a project now. */
export type ActiveRules =
  /** Nothing was published: what that means is the mode's to say. */
  | { readonly kind: 'none' }
  /** Something was published, and nothing for this database. */
  | { readonly kind: 'closed' }
  /** What was published cannot be used. */
  | { readonly kind: 'broken' }
  | {
      readonly kind: 'rules'
      readonly ruleset: Ruleset
      /** Absent for those that come with the program. */
      readonly origin?: RulesOrigin
      readonly observer?: Observer | undefined
    }

export interface RulesGateOptions {
  readonly mode: 'start' | 'dev'
  /** The project whose documents hold what the console knows. */
  readonly consoleProject: string
  /** At once where it can: every request asks. `database` matters to documents alone. */
  readonly findRules: (project: string, service: ServiceName, database: string) => ActiveRules | Promise<ActiveRules>
  readonly findDocument: (project: string, database: string, path: string) => Promise<StoredDocument | undefined>
  readonly clock: Clock
  readonly onOperatorAct?: OnOperatorAct
  readonly onDecision?: OnDecision
  /** Told of each request of an app that got what it asked for; must not throw and must not wait. */
  readonly onAppRequest?: (project: string, headers: RequestSource['headers']) => void
}

/**
 * The gate that obeys security rules. Servers may everything, operators what their role says, all others what the rules
 * grant. Where no rules were published, `dev` is open and `start` is closed.
 */
export class RulesGate implements Gate {
  readonly #options: RulesGateOptions

  constructor(options: RulesGateOptions) {
    this.#options = options
  }

  authorize(project: string, caller: Caller, request: AccessRequest, scope?: AccessScope): Promise<void> | undefined {
    if (!isCallerOf(project, caller)) throw permissionDenied()
    switch (caller.kind) {
      case 'admin':
        if (changesSomething(request)) assertMayChangeConsole(project, caller)
        return undefined
      case 'operator':
        return this.#authorizeOperator(project, caller, request)
      case 'visitor':
      case 'user':
        return this.#authorizeByRules(project, caller, request, scope ?? { found: new Map() })
    }
  }

  async #authorizeOperator(
    project: string,
    operator: Extract<Caller, { kind: 'operator' }>,
    request: AccessRequest,
  ): Promise<void> {
    const may = project === this.#options.consoleProject ? mayOperateConsole : mayAsOperator
    if (!may(operator, request)) {
      const answer: Answer = { isAllowed: false, reason: `The role ${operator.role} may not.` }
      this.#tell({ project, caller: operator, request, scope: {} }, false, () => answer)
      throw permissionDenied()
    }
    if (!isAct(request)) return
    const { service, operation, path: target } = request
    const database = databaseOf(request)
    const detail = database === DEFAULT_DATABASE ? {} : { detail: { database } }
    this.#options.onOperatorAct?.({ project, uid: operator.uid, service, operation, target, ...detail })
  }

  /** Without waiting where rules and documents are at hand: every request comes by here. */
  #authorizeByRules(
    project: string,
    caller: Asked,
    request: AccessRequest,
    scope: AccessScope,
  ): Promise<void> | undefined {
    const service = request.service === 'files' ? 'firebase.storage' : 'cloud.firestore'
    const found = this.#options.findRules(project, service, databaseOf(request))
    const authorizeBy = (rules: ActiveRules): Promise<void> | undefined =>
      this.#authorizeBy(rules, { project, caller, request, scope, startedAt: performance.now() })
    return found instanceof Promise ? found.then(authorizeBy) : authorizeBy(found)
  }

  #authorizeBy(rules: ActiveRules, asking: Asking): Promise<void> | undefined {
    const { project } = asking
    const { mode, consoleProject } = this.#options
    switch (rules.kind) {
      case 'none': {
        const isAllowed = mode === 'dev' && project !== consoleProject
        return this.#settle(asking, isAllowed, () => ({ isAllowed, reason: 'No rules are published.' }))
      }
      case 'closed':
        return this.#settle(asking, false, () => ({
          isAllowed: false,
          reason: 'No rules are published for this database.',
        }))
      case 'broken':
        return this.#settle(asking, false, () => ({ isAllowed: false, reason: 'The rules have errors.' }))
      case 'rules': {
        if ('isGone' in asking.request && asking.request.isGone) return this.#settle(asking, false, gone)
        const verdict = this.#decide(asking, rules)
        return verdict instanceof Promise
          ? verdict.then((found) => this.#obey(asking, rules, found))
          : this.#obey(asking, rules, verdict)
      }
    }
  }

  #obey(asking: Asking, { ruleset, origin }: UsableRules, verdict: Verdict): Promise<void> | undefined {
    const { isAllowed } = verdict
    const reasons = isAllowed || this.#options.mode !== 'dev' ? undefined : reasonsOf(verdict, asking.request)
    const answer = (): Answer => ({ ...answerOf(verdict, ruleset.sources), rules: origin, ...costOf(asking) })
    return this.#settle(asking, isAllowed, answer, reasons)
  }

  #settle(
    { project, caller, request, scope }: Asking,
    isAllowed: boolean,
    answer: () => Answer,
    reasons?: string,
  ): Promise<void> | undefined {
    this.#tell({ project, caller, request, scope }, isAllowed, answer)
    if (isAllowed) return undefined
    if (reasons === undefined) return refusal
    throw permissionDenied(reasons)
  }

  /** `answer` is asked for while this goes on, or not at all: most decisions of a busy project are not kept. */
  #tell(
    asked: {
      readonly project: string
      readonly caller: Exclude<Caller, { kind: 'admin' }>
      readonly request: AccessRequest
      readonly scope: Pick<AccessScope, 'time' | 'readAt' | 'written' | 'tells'>
    },
    isAllowed: boolean,
    answer: () => Answer,
  ): void {
    const { project, caller, request, scope } = asked
    if (scope.tells === 'nothing' || (isAllowed && scope.tells === 'refusals')) return
    // An upload is asked about again when it is whole.
    if (isAllowed && 'isAnnounced' in request && request.isAnnounced) return
    if (isAllowed && caller.kind !== 'operator' && caller.from !== undefined) {
      this.#options.onAppRequest?.(project, caller.from.headers)
    }
    this.#options.onDecision?.(project, () => decisionOf(caller, request, scope, answer()), isAllowed, whoIs(caller))
  }

  #decide(asking: Asking, { ruleset, observer }: UsableRules): Verdict | Promise<Verdict> {
    const { caller, request, scope } = asking
    const nowNanos =
      scope.time === undefined ? BigInt(this.#options.clock.nowMs()) * 1_000_000n : BigInt(scope.time) * 1000n
    const question = questionOf(caller, request, nowNanos)
    const options = {
      find: finderOf(databaseOf(request), scope),
      lookupsMax: lookupsMaxOf(request),
      observer,
    }
    const ask = (): Verdict | NeedsDocument => answer(ruleset, question, options)
    const decision = ask()
    return isVerdict(decision) ? decision : this.#decideWithDocuments(asking, ask, decision)
  }

  /** Reads one document after the other that the rules ask for, until they have a verdict. */
  async #decideWithDocuments(
    asking: Asking,
    ask: () => Verdict | NeedsDocument,
    first: NeedsDocument,
  ): Promise<Verdict> {
    const { project, request, scope } = asking
    const database = databaseOf(request)
    const lookups = { paths: [] as string[], ms: 0 }
    asking.lookups = lookups
    const waitingBytes = decodedBytesOf(request)
    scope.memory?.take(waitingBytes)
    try {
      let decision: Verdict | NeedsDocument = first
      while (!isVerdict(decision)) {
        const path = relativePath(database, decision.path)
        if (path === undefined) throw new Error('only what can be read is asked for')
        const startedAt = performance.now()
        const found = await this.#lookUp(project, database, path, scope)
        if (found !== undefined) scope.memory?.take(decodedBytes(found))
        scope.found.set(path, found)
        lookups.ms += performance.now() - startedAt
        lookups.paths.push(path)
        decision = ask()
      }
      return decision
    } finally {
      scope.memory?.give(waitingBytes)
    }
  }

  async #lookUp(
    project: string,
    database: string,
    path: string,
    { lookUp }: AccessScope,
  ): Promise<Document | undefined> {
    if (lookUp !== undefined) return await lookUp(path)
    const stored = await this.#options.findDocument(project, database, path)
    return stored && makeDocument(stored)
  }
}

/** Rules speak of what is there, and of what never was: what was deleted is nobody's to read, whatever they say of a missing document. */
const gone = (): Answer => ({ isAllowed: false, reason: 'It has been deleted since the time of the read.' })

/** What it took until and while the rules were asked, and what was read for them. */
function costOf({ caller: { from }, startedAt, lookups }: Asking): Pick<Answer, 'stages' | 'lookedUp'> {
  const lookupsMs = lookups?.ms ?? 0
  return {
    stages: {
      ...(from?.startedAt !== undefined && { beforeMs: thousandths(startedAt - from.startedAt) }),
      rulesMs: thousandths(performance.now() - startedAt - lookupsMs),
      lookupsMs: thousandths(lookupsMs),
    },
    ...(lookups !== undefined && { lookedUp: lookups.paths }),
  }
}

/** Of the documents that are judged. */
function decodedBytesOf(request: AccessRequest): number {
  if (request.service === 'files') return 0
  const documents = request.operation === 'list' ? [request.result] : [request.before, request.after]
  return documents.reduce((bytes, document) => bytes + (document === undefined ? 0 : decodedBytes(document)), 0)
}

function thousandths(ms: number): number {
  return Math.round(ms * 1000) / 1000
}

/** In the form of the vendor's emulator, which developers and their tools know. */
function reasonsOf({ refusals }: Verdict, { operation }: AccessRequest): string {
  if (refusals.length === 0) return `\nfalse for '${operation}': no rule allows it`
  const texts = refusals.map(({ reason, position }) => `${reason} for '${operation}' @ L${position.line}`)
  return `\n${texts.slice(0, 20).join(', ').slice(0, 4000)}`
}
