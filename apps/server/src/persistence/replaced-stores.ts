/** Told of a project whose store is another, with an earlier state, and which nobody has read yet. Must not throw and must not wait. */
export type ReplacementListener = (project: string) => void

/** Where those hear that a project was restored who know something of its store by heart. */
export class ReplacedStores {
  readonly #listeners = new Set<ReplacementListener>()

  subscribe(listener: ReplacementListener): void {
    this.#listeners.add(listener)
  }

  publish(project: string): void {
    for (const listener of this.#listeners) listener(project)
  }
}
