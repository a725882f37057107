/** Keeps the last used entries, at most `capacity`; the one not used for longest goes first. */
export class BoundedCache<Value> {
  readonly #entries = new Map<string, Value>()
  readonly #capacity: number
  readonly #onGone: ((value: Value) => void) | undefined
  /** Asked for again, as it mostly is, the entry used last need not move. */
  #newest: string | undefined

  /** `onGone` is told of entries that had to go. */
  constructor(capacity: number, onGone?: (value: Value) => void) {
    this.#capacity = capacity
    this.#onGone = onGone
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key)
    if (value === undefined || key === this.#newest) return value
    this.#entries.delete(key)
    this.#entries.set(key, value)
    this.#newest = key
    return value
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    this.#newest = key
    if (this.#entries.size <= this.#capacity) return
    for (const [oldest, gone] of this.#entries) {
      this.#entries.delete(oldest)
      this.#onGone?.(gone)
      return
    }
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  get size(): number {
    return this.#entries.size
  }
}
