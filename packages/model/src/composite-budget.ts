import type { CompositeIndex } from './composite-index.ts'
import { invalidArgument } from './invalid-argument.ts'
import { StatusError } from './status-error.ts'

/** What declared indexes may have of one document together, and so may those that were made by themselves: as much as its single fields. */
export const COMPOSITE_KEYS = { keys: 40_000, bytes: 8 * 1024 * 1024 } as const

/** What a document may still have in indexes over several fields. */
export class CompositeBudget {
  readonly #path: string
  readonly #left: Record<'declared' | 'automatic', { keys: number; bytes: number }> = {
    declared: { ...COMPOSITE_KEYS },
    automatic: { ...COMPOSITE_KEYS },
  }

  constructor(path: string) {
    this.#path = path
  }

  /**
   * Throws `invalid-argument`/`TOO_MANY_INDEX_ENTRIES` when it is used up, and where it is the one for automatic indexes
   * `failed-precondition`/`INDEX_UNFIT` with the index's id in the details.
   */
  take(index: Pick<CompositeIndex, 'id' | 'origin'>, key: Uint8Array): void {
    const origin = index.origin ?? 'declared'
    const left = this.#left[origin]
    left.keys--
    left.bytes -= key.length
    if (left.keys >= 0 && left.bytes >= 0) return
    const { keys, bytes } = COMPOSITE_KEYS
    const text = `Document '${this.#path}' has too many entries in indexes over several fields: at most ${keys} with ${bytes} bytes together are allowed.`
    if (origin === 'declared') throw invalidArgument('TOO_MANY_INDEX_ENTRIES', text)
    throw new StatusError('failed-precondition', 'INDEX_UNFIT', text, { details: { index: index.id } })
  }
}
