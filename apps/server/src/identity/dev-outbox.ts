const keptMax = 1_000

/** What `hearth dev` shows instead of sending it: the last 1,000 of each realm, oldest first, in memory. */
export class DevOutbox<Item> {
  readonly #items = new Map<string, Item[]>()

  add(realm: string, item: Item): void {
    const items = this.#items.get(realm) ?? []
    items.push(item)
    if (items.length > keptMax) items.shift()
    this.#items.set(realm, items)
  }

  list(realm: string): readonly Item[] {
    return this.#items.get(realm) ?? []
  }

  clear(realm: string): void {
    this.#items.delete(realm)
  }
}
