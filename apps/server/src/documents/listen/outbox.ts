import { StatusError } from '@hearth/model'
import type { ListenEvent } from '../documents.ts'
import { type HeldMemory, uncounted } from '../held-memory.ts'
import { heldBytes } from '../query/held-documents.ts'

/** What is kept for a paused client before its changes are forgotten. */
const HELD_BYTES_MAX = 8 * 1024 * 1024

/** Answers to the client's own requests, which are never forgotten: more of them than this wait for nobody who keeps to the protocol. */
const ANSWER_BYTES_MAX = 2 * 1024 * 1024

const EVENT_BYTES = 200

/** Events on their way to a client, which are held back while it is paused. */
export class Outbox {
  readonly #memory: HeldMemory
  readonly #emit: (event: ListenEvent) => void
  #held: ListenEvent[] = []
  /** How many of them, from the first, have left. */
  #sent = 0
  #bytes = 0
  /** Of these, what answers requests of the client. */
  #answerBytes = 0
  #isPaused = false
  #isClosed = false
  #refusal: StatusError | undefined
  /** Something has left of what the next snapshot tells. */
  #isMidway = false
  #openings: (() => void)[] = []

  /** What is held is counted in `memory`. */
  constructor(emit: (event: ListenEvent) => void, memory: HeldMemory = uncounted) {
    this.#memory = memory
    this.#emit = (event) => {
      if (!isAnswer(event)) this.#isMidway = event.kind !== 'snapshot'
      emit(event)
    }
  }

  /** Enough is held: what comes next should rather be forgotten. One message more is never lost. */
  get isFull(): boolean {
    return this.#bytes > HELD_BYTES_MAX
  }

  /** The client goes on asking, and takes none of the answers. */
  get isFlooded(): boolean {
    return this.#answerBytes > ANSWER_BYTES_MAX
  }

  /** There was no room for an event, which is lost: the stream must end. */
  get refusal(): StatusError | undefined {
    return this.#refusal
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

  /** Nobody waits for it any more, and nothing that is held will leave. */
  close(): void {
    this.#isClosed = true
    this.#held = []
    this.#sent = 0
    this.#count()
    for (const resolve of this.#openings.splice(0)) resolve()
  }

  send(event: ListenEvent): void {
    if (this.isOpen) {
      this.#emit(event)
      return
    }
    if (this.#isClosed || this.#refusal !== undefined) return
    try {
      this.#memory.take(bytesOf(event))
    } catch (error) {
      if (!(error instanceof StatusError)) throw error
      this.#refusal = error
      return
    }
    this.#held.push(event)
    this.#add(event, 1)
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
      this.#add(event, -1)
      this.#memory.give(bytesOf(event))
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
    const answers = held.slice(missing).filter(isAnswer)
    this.#held = [...held.slice(0, missing), ...answers]
    this.#sent = 0
    this.#count()
    return !this.#isMidway || missing > 0
  }

  #count(): void {
    const before = this.#bytes
    this.#bytes = 0
    this.#answerBytes = 0
    for (const event of this.#held) this.#add(event, 1)
    this.#memory.give(before - this.#bytes)
  }

  #add(event: ListenEvent, times: 1 | -1): void {
    const bytes = bytesOf(event) * times
    this.#bytes += bytes
    if (isAnswer(event)) this.#answerBytes += bytes
  }
}

function isAnswer({ kind }: ListenEvent): boolean {
  return kind === 'added' || kind === 'removed'
}

function bytesOf(event: ListenEvent): number {
  if (event.kind === 'change') return EVENT_BYTES + heldBytes(event.document)
  return EVENT_BYTES + (event.kind === 'removed' ? (event.cause?.message.length ?? 0) : 0)
}
