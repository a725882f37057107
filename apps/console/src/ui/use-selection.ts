import { useCallback, useState } from 'react'

export interface Selection {
  /** Of this page of the list and of others. */
  readonly keys: ReadonlySet<string>
  readonly toggle: (key: string) => void
  /** Selects all of them, or none when they all are. */
  readonly toggleAll: (keys: readonly string[]) => void
  readonly add: (keys: readonly string[]) => void
  readonly clear: () => void
}

/** The rows of a list that something is done with together, by key. */
export function useSelection(): Selection {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  return {
    keys,
    toggle: useCallback(
      (key) => setKeys((before) => (before.has(key) ? without(before, [key]) : withAll(before, [key]))),
      [],
    ),
    toggleAll: useCallback(
      (given) =>
        setKeys((before) => (given.every((key) => before.has(key)) ? without(before, given) : withAll(before, given))),
      [],
    ),
    add: useCallback((given) => setKeys((before) => withAll(before, given)), []),
    clear: useCallback(() => setKeys(new Set()), []),
  }
}

function withAll(before: ReadonlySet<string>, keys: readonly string[]): ReadonlySet<string> {
  return new Set([...before, ...keys])
}

function without(before: ReadonlySet<string>, keys: readonly string[]): ReadonlySet<string> {
  const gone = new Set(keys)
  return new Set([...before].filter((key) => !gone.has(key)))
}
