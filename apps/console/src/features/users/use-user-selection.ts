import { useCallback, useState } from 'react'

export interface UserSelection {
  /** Of this page of the list and of others. */
  readonly uids: ReadonlySet<string>
  readonly toggle: (uid: string) => void
  /** Selects all of them, or none when they all are. */
  readonly toggleAll: (uids: readonly string[]) => void
  readonly add: (uids: readonly string[]) => void
  readonly clear: () => void
}

/** The users that something is done with together. */
export function useUserSelection(): UserSelection {
  const [uids, setUids] = useState<ReadonlySet<string>>(new Set())
  return {
    uids,
    toggle: useCallback(
      (uid) => setUids((before) => (before.has(uid) ? without(before, [uid]) : withAll(before, [uid]))),
      [],
    ),
    toggleAll: useCallback(
      (page) =>
        setUids((before) => (page.every((uid) => before.has(uid)) ? without(before, page) : withAll(before, page))),
      [],
    ),
    add: useCallback((given) => setUids((before) => withAll(before, given)), []),
    clear: useCallback(() => setUids(new Set()), []),
  }
}

function withAll(before: ReadonlySet<string>, uids: readonly string[]): ReadonlySet<string> {
  return new Set([...before, ...uids])
}

function without(before: ReadonlySet<string>, uids: readonly string[]): ReadonlySet<string> {
  const gone = new Set(uids)
  return new Set([...before].filter((uid) => !gone.has(uid)))
}
