/**
 * One change of an account after the other within this process, so that simultaneous sign-ins of one account don't invalidate
 * each other's commit again and again. Between processes the records' revisions decide.
 */
export class AccountTurns {
  /** The end of the last turn taken, by account; gone when nobody waits. */
  readonly #last = new Map<string, Promise<void>>()

  async run<T>(project: string, uid: string, work: () => Promise<T>): Promise<T> {
    const key = `${project}/${uid}`
    const before = this.#last.get(key)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last.set(key, promise)
    try {
      await before
      return await work()
    } finally {
      if (this.#last.get(key) === promise) this.#last.delete(key)
      resolve()
    }
  }
}
