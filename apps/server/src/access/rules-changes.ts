/** Told which project's rules have changed; undefined: all of them. */
export type RulesListener = (project: string | undefined) => void

/** Where those hear of newly published rules who were granted something for longer than one request. */
export class RulesChanges {
  readonly #listeners = new Set<RulesListener>()

  /** Returns what ends the subscription. */
  subscribe(listener: RulesListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  publish(project: string | undefined): void {
    for (const listener of this.#listeners) listener(project)
  }
}
