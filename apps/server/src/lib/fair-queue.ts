/** Those who wait, in a line for each client. The lines are served in turn: who has many in one waits for oneself. */
export class FairQueue<T> {
  /** In the order of their turns. None is empty. */
  readonly #lines = new Map<string, T[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  sizeOf(client: string): number {
    return this.#lines.get(client)?.length ?? 0
  }

  push(client: string, item: T): void {
    const line = this.#lines.get(client)
    if (line === undefined) this.#lines.set(client, [item])
    else line.push(item)
    this.#size++
  }

  /** The first of the line whose turn it is, of those that may go. */
  shift(mayGo: (client: string) => boolean = () => true): T | undefined {
    for (const [client, line] of this.#lines) {
      if (!mayGo(client)) continue
      const item = line.shift()
      this.#lines.delete(client)
      if (line.length > 0) this.#lines.set(client, line)
      this.#size--
      return item
    }
    return undefined
  }

  /** Everything that waits; nothing does then. */
  clear(): T[] {
    const items = [...this.#lines.values()].flat()
    this.#lines.clear()
    this.#size = 0
    return items
  }
}
