import type { ListenEvent } from '../documents.ts'
import { heldBytes } from '../query/held-documents.ts'

/** What is kept for a paused client before its changes are forgotten. */
const HELD_BYTES_MAX = 8 * 1024 * 1024

const EVENT_BYTES = 200

/** Events on their way to a client, which are held back while it is paused. */
export class Outbox {
  readonly #emit: (event: ListenEvent) => void
  #held: ListenEvent[] = []
  #bytes = 0
  #isPaused = false

  constructor(emit: (event: ListenEvent) => void) {
    this.#emit = emit
  }

  /** Enough is held: what comes next should rather be forgotten. One message more is never lost. */
  get isFull(): boolean {
    return this.#bytes > HELD_BYTES_MAX
  }

  get isPaused(): boolean {
    return this.#isPaused
  }

  send(event: ListenEvent): void {
    if (!this.#isPaused && this.#held.length === 0) {
      this.#emit(event)
      return
    }
    this.#held.push(event)
    this.#bytes += EVENT_BYTES + (event.kind === 'change' ? heldBytes(event.document) : 0)
  }

  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    this.#isPaused = false
    let sent = 0
    // The client may pause again in between.
    while (!this.#isPaused && sent < this.#held.length) {
      const event = this.#held[sent++]
      if (event !== undefined) this.#emit(event)
    }
    this.#held.splice(0, sent)
    this.#measure()
  }

  /** Drops all that can be told again later; answers to the client's own requests stay. */
  forgetChanges(): void {
    this.#held = this.#held.filter(({ kind }) => kind === 'added' || kind === 'removed' || kind === 'ended')
    this.#measure()
  }

  #measure(): void {
    this.#bytes = 0
    for (const event of this.#held)
      this.#bytes += EVENT_BYTES + (event.kind === 'change' ? heldBytes(event.document) : 0)
  }
}
