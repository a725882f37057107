import { StatusError } from '@hearth/model'
import { type HeldMemory, HeldShare } from '../held-memory.ts'

/** A window is there for long, and there may be many small ones. */
const STEP_BYTES = 1024

interface Holder {
  readonly memory: HeldMemory
}

/**
 * What a window holds is counted once, however many listen to it: for one of them who has room. When that one leaves, or has no room for more,
 * it is counted for another.
 */
export class WindowMemory implements HeldMemory {
  readonly #holders = new Set<Holder>()
  readonly #documents = new HeldShare(this, STEP_BYTES)
  #counted: Holder | undefined
  #bytes = 0

  /** Whoever listens from now on. Call what it answers, once, when that is over: it throws as `take` when none of the others has room. */
  join(memory: HeldMemory): () => void {
    const holder = { memory }
    this.#holders.add(holder)
    return () => {
      this.#holders.delete(holder)
      if (this.#counted !== holder) return
      this.#counted = undefined
      memory.give(this.#bytes)
      if (this.#holders.size > 0) this.#countFor(this.#bytes)
    }
  }

  /** The documents of the window take so much from now on. Throws as `take`. */
  hold(bytes: number): void {
    this.#documents.hold(bytes)
  }

  /** It holds nothing any more. */
  release(): void {
    this.#documents.release()
  }

  /** Throws what the last one asked throws when nobody has room, and `cancelled`/`TARGET_GONE` when nobody is there. */
  take(bytes: number): void {
    if (!this.#takeMore(bytes)) this.#countFor(this.#bytes + bytes)
    this.#bytes += bytes
  }

  give(bytes: number): void {
    this.#counted?.memory.give(bytes)
    this.#bytes -= bytes
  }

  #takeMore(bytes: number): boolean {
    try {
      this.#counted?.memory.take(bytes)
      return this.#counted !== undefined
    } catch (error) {
      if (this.#holders.size === 1) throw error
      return false
    }
  }

  #countFor(bytes: number): void {
    let refusal: unknown = new StatusError('cancelled', 'TARGET_GONE', 'Nobody listens any more.')
    for (const holder of this.#holders) {
      if (holder === this.#counted) continue
      try {
        holder.memory.take(bytes)
      } catch (error) {
        refusal = error
        continue
      }
      this.#counted?.memory.give(this.#bytes)
      this.#counted = holder
      return
    }
    throw refusal
  }
}
