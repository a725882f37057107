/** What a browser keeps, as tests have it: its entries are properties, as the browser's are, and it can be made full. */
export class LimitedStorage {
  [key: string]: unknown
  readonly #limit: { room: number }

  /** @param limit `room`: how many characters it takes, keys and values together */
  constructor(limit: { room: number } = { room: Infinity }) {
    this.#limit = limit
  }

  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null
  }

  setItem(key: string, value: string): void {
    if (sizeOf({ ...this, [key]: value }) > this.#limit.room) throw new Error('full')
    this[key] = value
  }

  removeItem(key: string): void {
    delete this[key]
  }
}

/** Characters, keys and values together. */
export function sizeOf(entries: object): number {
  return Object.entries(entries).reduce((sum, [key, value]) => sum + key.length + String(value).length, 0)
}
