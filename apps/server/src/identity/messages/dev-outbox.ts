const KEPT_MAX = 1_000

/** Something that `hearth dev` shows instead of sending it. */
export interface DevItem<Item> {
  /** From 1, in the order of sending. */
  readonly number: number
  readonly realm: string
  /** Milliseconds. */
  readonly at: number
  readonly item: Item
}

/** What `hearth dev` shows instead of sending it: the last 1,000 of all realms, in memory. */
export class DevOutbox<Item> {
  readonly #nowMs: () => number
  #items: DevItem<Item>[] = []
  /** Those whose code was used, or another took its place. */
  readonly #over = new WeakSet<DevItem<Item>>()
  #number = 0

  constructor(options: { nowMs: () => number }) {
    this.#nowMs = options.nowMs
  }

  add(realm: string, item: Item): void {
    this.#items.push({ number: ++this.#number, realm, at: this.#nowMs(), item })
    if (this.#items.length > KEPT_MAX) this.#items.shift()
  }

  /** Of one realm, the oldest first. */
  list(realm: string): readonly Item[] {
    return this.#items.filter((kept) => kept.realm === realm).map(({ item }) => item)
  }

  /** Of one realm, those whose code is neither used nor replaced, the oldest first. */
  listUnused(realm: string): readonly Item[] {
    return this.#items.filter((kept) => kept.realm === realm && !this.#over.has(kept)).map(({ item }) => item)
  }

  protected markOver(realm: string, isOver: (item: Item) => boolean): void {
    for (const kept of this.#items) if (kept.realm === realm && isOver(kept.item)) this.#over.add(kept)
  }

  /** Of all realms, the newest first. */
  newest(limit: number): readonly DevItem<Item>[] {
    return this.#items.slice(-limit).toReversed()
  }

  find(number: number): DevItem<Item> | undefined {
    return this.#items.find((kept) => kept.number === number)
  }

  clear(realm: string): void {
    this.#items = this.#items.filter((kept) => kept.realm !== realm)
  }
}
