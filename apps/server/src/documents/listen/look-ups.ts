import type { Reviewed } from './reviews.ts'

/** A document that rules have looked at for somebody who listens. */
export interface LookedUp {
  readonly key: string
  /** For whom. */
  readonly holders: ReadonlySet<Reviewed>
  /** `LookUps.changes` as of its last change; 0: it has not changed since it is held. */
  readonly changedAt: number
}

interface Held extends LookedUp {
  readonly holders: Set<Reviewed>
  changedAt: number
}

/**
 * The documents that grants of targets rest on, by `documentKey`. To change one costs the same however many hold it: they see by
 * `changedAt` that they have to ask again.
 */
export class LookUps {
  readonly #documents = new Map<string, Held>()
  #changes = 0

  /** How many documents are held. */
  get size(): number {
    return this.#documents.size
  }

  /** How often one that was held has changed. */
  get changes(): number {
    return this.#changes
  }

  /** To be called before the document is read, so that no change is missed. */
  hold(key: string, holder: Reviewed): LookedUp {
    let document = this.#documents.get(key)
    if (document === undefined) {
      document = { key, holders: new Set(), changedAt: 0 }
      this.#documents.set(key, document)
    }
    document.holders.add(holder)
    return document
  }

  release({ key }: LookedUp, holder: Reviewed): void {
    const document = this.#documents.get(key)
    if (document?.holders.delete(holder) === true && document.holders.size === 0) this.#documents.delete(key)
  }

  /** A commit has changed a document. Answers who holds it; undefined: nobody. */
  change(key: string): ReadonlySet<Reviewed> | undefined {
    const document = this.#documents.get(key)
    if (document === undefined) return undefined
    document.changedAt = ++this.#changes
    return document.holders
  }
}
