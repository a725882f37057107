import type { Document } from '@hearth/model'
import { type Caller, isUnderRules } from '../../access/caller.ts'
import type { DatabaseRef } from '../documents.ts'
import type { ProjectContext } from '../project-context.ts'
import { authorizeAgain, authorizeDocuments } from './authorize-target.ts'
import type { ResultChange } from './result-change.ts'
import type { SessionTarget } from './session-target.ts'

/** Times that changes of documents by name are judged while commits are passed on; then once more while they wait. */
const JUDGEMENTS_MAX = 3

/** Judges what a listening client may still be told: targets in doubt, single documents that changed, and those that have left a result. */
export class DocumentJudge {
  readonly #asker: { readonly caller: Caller; readonly at: DatabaseRef }

  constructor(asker: { readonly caller: Caller; readonly at: DatabaseRef }) {
    this.#asker = asker
  }

  /** Asks until it is certain whether what was granted is granted still. Throws what the gate throws. */
  async settle(target: SessionTarget, context: ProjectContext): Promise<void> {
    const { caller, at } = this.#asker
    const { grant, request } = target
    const work = () => authorizeAgain(context, caller, at, request, { ...grant.scope(at.database), tells: 'refusals' })
    while (target.isInDoubt) await grant.ask(context, work)
  }

  /** A document that has left a result is told of with what it says now only where that may be seen. */
  shown(target: SessionTarget, change: ResultChange, context: ProjectContext | undefined): ResultChange {
    if (change.kind !== 'leave' || change.document === undefined) return change
    return this.mayShow(target, change.document, context) ? change : { kind: 'evict', path: change.path }
  }

  /** At once: where rules have to read other documents for it, the client asks itself. */
  mayShow({ request: { what } }: SessionTarget, result: Document, context: ProjectContext | undefined): boolean {
    const { caller, at } = this.#asker
    if (!isUnderRules(caller) || what.kind === 'documents') return true
    const { query } = what
    // What was selected is not what rules are about.
    if (context === undefined || (query.select ?? []).length > 0) return false
    const request = { service: 'documents', operation: 'list', database: at.database, query, result } as const
    try {
      const asked = context.gate.authorize(at.project, caller, request, { found: new Map(), tells: 'nothing' })
      asked?.catch(() => undefined)
      return asked === undefined
    } catch {
      return false
    }
  }

  /**
   * Judges what a target by name holds until nothing more has changed meanwhile, and lets `tell` tell it between two commits. Throws what the gate
   * throws.
   */
  async judgeHeld(target: SessionTarget, context: ProjectContext, tell: () => void | Promise<void>): Promise<void> {
    target.isJudging = true
    try {
      for (let isOver = false, judgements = 1; !isOver; judgements++) {
        const held = target.held()
        await this.#judgeChanges(target, context, held)
        isOver = await context.hub.run(async () => {
          if (!(await this.#isJudged(target, context, held, judgements >= JUDGEMENTS_MAX))) return false
          target.isJudging = false
          await tell()
          return true
        })
      }
    } catch (error) {
      target.isJudging = false
      throw error
    }
  }

  async #judgeChanges(
    target: SessionTarget,
    context: ProjectContext,
    held: ReadonlyMap<string, ResultChange>,
  ): Promise<void> {
    const { caller, at } = this.#asker
    const documents = new Map<string, Document | undefined>()
    for (const change of held.values()) {
      if (change.kind !== 'evict') documents.set(change.path, change.document)
    }
    await authorizeDocuments(context, caller, at, documents, target.grant.scope(at.database))
  }

  /** Between two commits. False: more was changed meanwhile, and is to be judged first. */
  async #isJudged(
    target: SessionTarget,
    context: ProjectContext,
    judged: ReadonlyMap<string, ResultChange>,
    isLastTime: boolean,
  ): Promise<boolean> {
    if (!target.holdsOnly(judged)) {
      if (!isLastTime) return false
      await this.#judgeChanges(target, context, target.held())
    }
    // What was looked at for it may have changed as well.
    if (target.isInDoubt) await this.settle(target, context)
    return true
  }
}
