const listeners = new Set<() => void>()

/** A list on the screen has requests that were denied just now: what counts them is to count them, too. */
export function tellDenied(): void {
  for (const listener of listeners) listener()
}

/** Answers what ends it. */
export function onDenied(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
