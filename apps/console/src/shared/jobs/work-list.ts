/** What a job goes through, over as many runs as it takes: what no run has come to, or, when there is none of it, what was refused. */
export class WorkList<Item> {
  readonly count: number
  #left: Set<Item>
  #refused = new Set<Item>()

  constructor(items: Iterable<Item>) {
    this.#left = new Set(items)
    this.count = this.#left.size
  }

  /** What the next run has to do. */
  begin(): readonly Item[] {
    if (this.#left.size === 0) {
      this.#left = this.#refused
      this.#refused = new Set()
    }
    return [...this.#left]
  }

  /** It is done, or refused. */
  settle(item: Item, isRefused: boolean): void {
    this.#left.delete(item)
    if (isRefused) this.#refused.add(item)
  }
}
