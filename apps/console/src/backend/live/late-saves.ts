/** What comes through together is told of together. */
const gatherMs = 500

/** Changes of documents that had to wait for the server, and that it has now. */
export class LateSaves {
  readonly #listeners = new Set<(count: number) => void>()
  #count = 0

  /** One of them went through. */
  add(): void {
    this.#count++
    if (this.#count === 1) setTimeout(this.#tell, gatherMs)
  }

  /** The listener is told how many went through, shortly after the first of them did. */
  subscribe(listener: (count: number) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly #tell = (): void => {
    const count = this.#count
    this.#count = 0
    for (const listener of this.#listeners) listener(count)
  }
}

export const lateSaves = new LateSaves()
