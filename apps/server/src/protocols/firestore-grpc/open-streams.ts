import type { StatusError } from '@hearth/model'

type Fail = (error: StatusError) => void

/**
 * The streams that go on until somebody ends them. A set, and not one promise that each of them races: what waits for a promise is kept as
 * long as the promise, which here is as long as the server.
 */
export class OpenStreams {
  readonly #open = new Set<Fail>()
  #stopped: StatusError | undefined

  /** Calls `fail` when the streams are to end, at once when they have. Returns what ends that. */
  add(fail: Fail): () => void {
    if (this.#stopped !== undefined) fail(this.#stopped)
    else this.#open.add(fail)
    return () => this.#open.delete(fail)
  }

  /** Ends those that are open, and all that come later. */
  stop(error: StatusError): void {
    this.#stopped = error
    for (const fail of this.#open) fail(error)
    this.#open.clear()
  }
}
