import { decodedBytes, type Document, makeDocument, StatusError } from '@hearth/model'
import { answer, isVerdict, type Observer, type Ruleset, type Verdict } from '@hearth/rules'
import type { Caller } from '../../access/caller.ts'
import type { AccessRequest, AccessScope } from '../../access/gate.ts'
import { databaseOf, finderOf, lookupsMaxOf, questionOf, relativePath } from '../../access/rules-request.ts'
import { Turn } from '../../lib/turn.ts'
import type { ProjectStore } from '../../persistence/persistence.ts'

/** Documents that are kept for further questions. */
const KEPT_MAX = 200

/** In whose name rules are asked. */
export type Asker = Extract<Caller, { kind: 'visitor' | 'user' }>

/** What holds: rules, or the answer to everything where there are none. */
export type JudgedRules =
  | { readonly standing: 'published' | 'given'; readonly ruleset: Ruleset }
  | { readonly standing: 'none' | 'closed' | 'broken'; readonly isAllowed: boolean }

/** Counts what is held meanwhile. */
export interface HeldMemory {
  take(bytes: number): void
  give(bytes: number): void
}

export interface JudgeOptions {
  readonly rules: JudgedRules
  readonly caller: Asker
  readonly store: ProjectStore
  readonly memory: HeldMemory
  /** Of all questions, in microseconds since the epoch. */
  readonly nowMicros: bigint
  /** Nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

/** An answer with what was read for it, by path. */
export interface Asked {
  readonly verdict: Verdict
  readonly found: ReadonlyMap<string, Document | undefined>
}

const noRefusals = { refusals: [], expressionsUsed: 0, lookupsUsed: 0 }

/**
 * Asks rules in the name of somebody, as the gate would, and tells nobody: nothing is counted, nothing changed. Documents that rules ask for are
 * read as they are, each once.
 */
export class Judge {
  readonly #options: JudgeOptions
  readonly #kept = new Map<string, Document | undefined>()
  /** One question may be as much work as rules may be, and a row of a table is hundreds of them. */
  readonly #turn = new Turn()
  #keptBytes = 0

  constructor(options: JudgeOptions) {
    this.#options = options
  }

  get nowMicros(): bigint {
    return this.#options.nowMicros
  }

  /** Documents are what is asked about here, not what rules ask for. */
  async readDocuments(database: string, paths: readonly string[]): Promise<(Document | undefined)[]> {
    const stored = await this.#options.store.getDocuments(paths.map((path) => ({ database, path })))
    return stored.map((one) => one && makeDocument(one))
  }

  /**
   * `observe` makes what watches an observed ruleset, once for each time it is begun anew. In turns; throws `cancelled` where nobody waits for the
   * answer.
   */
  async ask(request: AccessRequest, observe?: () => Observer): Promise<Asked> {
    const { rules, caller, nowMicros, signal } = this.#options
    await this.#turn.pause()
    if (signal.aborted) throw new StatusError('cancelled', 'CANCELLED', 'Nobody waits for the answer any more.')
    const scope: AccessScope = { found: new Map(), ...('path' in request && { after: afterOf(request) }) }
    if (!('ruleset' in rules)) return { verdict: { isAllowed: rules.isAllowed, ...noRefusals }, found: scope.found }
    const database = databaseOf(request)
    const question = questionOf(caller, request, nowMicros * 1000n)
    const find = finderOf(database, scope)
    const lookupsMax = lookupsMaxOf(request)
    for (;;) {
      const decision = answer(rules.ruleset, question, { find, lookupsMax, observer: observe?.() })
      if (isVerdict(decision)) return { verdict: decision, found: scope.found }
      const path = relativePath(database, decision.path)
      if (path === undefined) throw new Error('only what can be read is asked for')
      scope.found.set(path, await this.#find(database, path))
    }
  }

  /** Gives back what is held. */
  end(): void {
    this.#options.memory.give(this.#keptBytes)
    this.#keptBytes = 0
    this.#kept.clear()
  }

  async #find(database: string, path: string): Promise<Document | undefined> {
    if (this.#kept.has(path)) return this.#kept.get(path)
    const [document] = await this.readDocuments(database, [path])
    if (this.#kept.size >= KEPT_MAX) this.end()
    const bytes = document === undefined ? 0 : decodedBytes(document)
    this.#options.memory.take(bytes)
    this.#keptBytes += bytes
    this.#kept.set(path, document)
    return document
  }
}

function afterOf(request: Extract<AccessRequest, { path: string }>): ReadonlyMap<string, Document | undefined> {
  if (request.service === 'files' || request.operation === 'get') return new Map()
  return new Map([[request.path, request.after]])
}
