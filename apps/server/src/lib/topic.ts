/** Where one part of the server publishes what happened, and others subscribe to it. Subscribers must not throw and must not wait. */
export class Topic<Event> {
  readonly #subscribers = new Set<(event: Event) => void>()

  /** Returns what ends the subscription. */
  subscribe(subscriber: (event: Event) => void): () => void {
    this.#subscribers.add(subscriber)
    return () => this.#subscribers.delete(subscriber)
  }

  /** Tells who has subscribed by now, in the order they did. */
  readonly publish = (event: Event): void => {
    for (const subscriber of this.#subscribers) subscriber(event)
  }
}
