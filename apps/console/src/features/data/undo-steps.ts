const stepsMax = 100

/** The ways back from what was saved in a table or a document, the latest one first. Each is gone once. */
export class UndoSteps {
  readonly #steps: (() => Promise<void>)[] = []
  #last: Promise<void> = Promise.resolve()
  readonly #onDone: (changes: number) => void
  readonly #onFailed: (thrown: unknown) => void

  /** `onDone` is told how many changes are taken back; `onFailed` why one led nowhere, and undefined once that is over. */
  constructor({ onDone, onFailed }: { onDone: (changes: number) => void; onFailed: (thrown: unknown) => void }) {
    this.#onDone = onDone
    this.#onFailed = onFailed
  }

  /** Returns what goes this way back. */
  push(undo: () => Promise<void>, changes = 1): () => Promise<void> {
    const step = async (): Promise<void> => {
      const at = this.#steps.indexOf(step)
      if (at === -1) return
      this.#steps.splice(at, 1)
      try {
        await undo()
        this.#onFailed(undefined)
        this.#onDone(changes)
      } catch (thrown) {
        // Nothing was changed: it can be tried again.
        this.#steps.push(step)
        this.#onFailed(thrown)
      }
    }
    this.#onFailed(undefined)
    this.#steps.push(step)
    if (this.#steps.length > stepsMax) this.#steps.shift()
    return step
  }

  /** What was saved last has no way back, and none from before is to be taken in its place. */
  forget(): void {
    this.#steps.length = 0
    this.#onFailed(undefined)
  }

  /** Goes back from the latest, one after the other; does nothing when there is none. */
  undo(): void {
    this.#last = this.#last.then(async () => await this.#steps.at(-1)?.())
  }
}
