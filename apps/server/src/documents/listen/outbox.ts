import type { ListenEvent } from '../documents.ts'
import { heldBytes } from '../query/held-documents.ts'

/** What is kept for a paused client before its changes are forgotten. */
const HELD_BYTES_MAX = 8 * 1024 * 1024

const EVENT_BYTES = 200

/** Events on their way to a client, which are held back while it is paused. */
export class Outbox {
  readonly #emit: (event: ListenEvent) => void
  #held: ListenEvent[] = []
  /** How many of them, from the first, have left. */
  #sent = 0
  #bytes = 0
  #isPaused = false
  /** Something has left of what the next snapshot tells. */
  #isMidway = false
  #openings: (() => void)[] = []

  constructor(emit: (event: ListenEvent) => void) {
    this.#emit = (event) => {
      if (event.kind !== 'added' && event.kind !== 'removed') this.#isMidway = event.kind !== 'snapshot'
      emit(event)
    }
  }

  /** Enough is held: what comes next should rather be forgotten. One message more is never lost. */
  get isFull(): boolean {
    return this.#bytes > HELD_BYTES_MAX
  }

  get isPaused(): boolean {
    return this.#isPaused
  }

  /** What is sent now leaves at once. */
  get isOpen(): boolean {
    return !this.#isPaused && this.#sent === this.#held.length
  }

  /** Resolves when it was open since; others may have been faster. */
  async opened(): Promise<void> {
    if (this.isOpen) return
    await new Promise<void>((resolve) => this.#openings.push(resolve))
  }

  /** Nobody waits for it any more. */
  close(): void {
    for (const resolve of this.#openings.splice(0)) resolve()
  }

  send(event: ListenEvent): void {
    if (this.isOpen) {
      this.#emit(event)
      return
    }
    this.#held.push(event)
    this.#bytes += bytesOf(event)
  }

  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    this.#isPaused = false
    // The client may pause again in between.
    while (!this.#isPaused && this.#sent < this.#held.length) {
      const event = this.#held[this.#sent++]
      if (event === undefined) continue
      this.#bytes -= bytesOf(event)
      this.#emit(event)
    }
    if (this.isOpen) for (const resolve of this.#openings.splice(0)) resolve()
    // A client that takes little at a time does not have the rest moved each time.
    if (this.#sent * 2 < this.#held.length) return
    this.#held = this.#held.slice(this.#sent)
    this.#sent = 0
  }

  /**
   * Drops all that can be told again later; answers to the client's own requests stay, and what is missing of a snapshot of which
   * something has left already. False: there is no such snapshot, so the client knows of changes that it was not told the rest of.
   */
  forgetChanges(): boolean {
    const held = this.#held.slice(this.#sent)
    const missing = this.#isMidway ? held.findIndex(({ kind }) => kind === 'snapshot') + 1 : 0
    const answers = held.slice(missing).filter(({ kind }) => kind === 'added' || kind === 'removed' || kind === 'ended')
    this.#held = [...held.slice(0, missing), ...answers]
    this.#sent = 0
    this.#bytes = this.#held.reduce((sum, event) => sum + bytesOf(event), 0)
    return !this.#isMidway || missing > 0
  }
}

function bytesOf(event: ListenEvent): number {
  return EVENT_BYTES + (event.kind === 'change' ? heldBytes(event.document) : 0)
}
