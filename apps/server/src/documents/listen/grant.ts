import type { Document } from '@hearth/model'
import type { AccessScope } from '../../access/gate.ts'
import { documentKey } from '../document-delta.ts'
import { documentOf } from '../stored-documents.ts'
import type { ProjectContext } from '../project-context.ts'
import type { LookedUp } from './look-ups.ts'
import type { Reviewed } from './reviews.ts'

/** What rules have granted to a target, with the documents that they looked at for it: when one of them changes, it is in doubt. */
export class Grant {
  readonly #holder: Reviewed
  readonly #lookedUp = new Set<LookedUp>()
  #context: ProjectContext | undefined
  /** The changes up to here the rules have seen. */
  #askedAt = 0
  #asking: Promise<void> | undefined
  #isRevoked = false
  #isOver = false

  constructor(holder: Reviewed) {
    this.#holder = holder
  }

  get isInDoubt(): boolean {
    if (this.#isRevoked || this.#asking !== undefined) return true
    // Every change of every document comes by here.
    if (this.#lookedUp.size === 0 || this.#context?.hub.lookUps.changes === this.#askedAt) return false
    for (const { changedAt } of this.#lookedUp) if (changedAt > this.#askedAt) return true
    return false
  }

  /** Documents that were looked at since it was renewed. */
  get lookUps(): number {
    return this.#lookedUp.size
  }

  /** What it was granted by does not count any more. */
  revoke(): void {
    this.#isRevoked = true
  }

  /** Everything is going to be asked anew, with the scopes that this hands out from here on. */
  renew(context: ProjectContext): void {
    this.#context = context
    this.#forget()
    this.#askedAt = context.hub.lookUps.changes
    this.#isRevoked = false
  }

  /** Renews it, in doubt until `work` has asked the gate. Who asks at the same time waits for the same answer. */
  ask(context: ProjectContext, work: () => Promise<unknown>): Promise<void> {
    this.#asking ??= this.#ask(context, work)
    return this.#asking
  }

  /** Of a question to the gate. The documents that rules look at are held before they are read, so that no change is missed. */
  scope(database: string, found: AccessScope['found'] = new Map()): AccessScope {
    return { found, readAt: this.#context?.store.readTime(), lookUp: (path) => this.#lookUp(database, path) }
  }

  /** Nobody listens any more. */
  end(): void {
    this.#isOver = true
    this.#forget()
  }

  async #ask(context: ProjectContext, work: () => Promise<unknown>): Promise<void> {
    this.renew(context)
    try {
      await work()
    } finally {
      this.#asking = undefined
    }
  }

  async #lookUp(database: string, path: string): Promise<Document | undefined> {
    const context = this.#context
    if (context === undefined) throw new Error('a grant is renewed before it is asked for')
    if (!this.#isOver) this.#lookedUp.add(context.hub.lookUps.hold(documentKey(database, path), this.#holder))
    const [stored] = await context.store.getDocuments([{ database, path }])
    return stored && documentOf(stored)
  }

  #forget(): void {
    for (const document of this.#lookedUp) this.#context?.hub.lookUps.release(document, this.#holder)
    this.#lookedUp.clear()
  }
}
