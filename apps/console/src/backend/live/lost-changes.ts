import { leavingQuestion } from '../../browser/leaving-question.ts'
import type { WrittenDown } from './pending-writes.ts'
import { useSyncExternalStore } from 'react'

/** A change that waited in this page, or was on its way, and never gets to the server. */
export interface LostChange extends WrittenDown {
  /** `closed`: the project can't be entered any more. `left`: it was not saved, and its screen was left by then. */
  readonly why: 'closed' | 'refused' | 'left'
  /** What the server said. */
  readonly problem?: unknown
}

/** Each may be as long as a document: the oldest goes for one more. */
const lostMax = 50

/** What this page lost, until somebody has seen it: nothing else has what was written, so closing the page is asked about. */
export class LostChanges {
  #changes: readonly LostChange[] = []
  readonly #listeners = new Set<() => void>()
  readonly #askBeforeLeaving = leavingQuestion()

  add(change: LostChange): void {
    this.#set([...this.#changes, change].slice(-lostMax))
  }

  clear(): void {
    this.#set([])
  }

  getSnapshot = (): readonly LostChange[] => this.#changes

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #set(changes: readonly LostChange[]): void {
    this.#changes = changes
    this.#askBeforeLeaving(changes.length > 0)
    for (const listener of this.#listeners) listener()
  }
}

export const lostChanges = new LostChanges()

/** The changes of this page that never got to the server. */
export function useLostChanges(): readonly LostChange[] {
  return useSyncExternalStore(lostChanges.subscribe, lostChanges.getSnapshot)
}
