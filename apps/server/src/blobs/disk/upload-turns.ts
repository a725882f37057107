/** So many uploads at once are taken as fast as they come. */
const FREE_UPLOADS = 4
/** Beyond, so many chunks in one turn of the event loop, of all uploads together. */
const CHUNKS_PER_TURN = 2

/**
 * How uploads share the main thread with everything else. A chunk costs some tenths of a millisecond to receive and to take into the
 * digests; a hundred uploads with one each in every turn of the event loop would make everybody else wait for all of them. Who has to
 * wait doesn't read on, so that the client waits as well.
 */
export class UploadTurns {
  #uploads = 0
  readonly #waiting: (() => void)[] = []
  #isPlanned = false

  /** The same chunks, each when it is the upload's turn. */
  async *share(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    this.#uploads++
    try {
      let isFirst = true
      for await (const chunk of source) {
        // A small file is a single chunk, and waits for nobody.
        if (!isFirst && this.#uploads > FREE_UPLOADS) await this.#turn()
        isFirst = false
        yield chunk
      }
    } finally {
      this.#uploads--
    }
  }

  async #turn(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve)
      this.#plan()
    })
  }

  #plan(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    setImmediate(() => {
      this.#isPlanned = false
      for (const resolve of this.#waiting.splice(0, CHUNKS_PER_TURN)) resolve()
      if (this.#waiting.length > 0) this.#plan()
    })
  }
}
