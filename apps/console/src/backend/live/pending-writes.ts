import type { FirebaseApp } from 'firebase/app'
import { leavingQuestion } from '../../browser/leaving-question.ts'
import { useSyncExternalStore } from 'react'

/** What a write that waits does, so that it can be told, and saved as a file, if the server never gets it. */
export interface WrittenDown {
  readonly operation: 'create' | 'update' | 'delete'
  readonly project: string
  /** The id of the document's database. */
  readonly database: string
  /** Of the document. */
  readonly path: string
  /** What was written, as the console's JSON. */
  readonly content?: string
  /** Fields that it takes away. */
  readonly removes?: readonly string[]
}

interface PendingWrite {
  readonly app: FirebaseApp
  readonly what: WrittenDown | undefined
}

/** The writes of this page that the server has not got yet. They are in its memory alone: closing it is asked about. */
export class PendingWrites {
  readonly #writes = new Set<PendingWrite>()
  readonly #listeners = new Set<() => void>()
  readonly #askBeforeLeaving = leavingQuestion()

  /** Returns what ends it, once the server has it or refused it; that answers whether it was ended before. */
  begin(app: FirebaseApp, what: WrittenDown | undefined): () => boolean {
    const write: PendingWrite = { app, what }
    this.#writes.add(write)
    this.#tell()
    return () => {
      const isEndedBefore = !this.#writes.delete(write)
      this.#tell()
      return isEndedBefore
    }
  }

  /** Ends those of an app that is closed, which nobody tells of any more, and returns what they were to do. */
  endOf(app: FirebaseApp): readonly WrittenDown[] {
    const ended = [...this.#writes].filter((write) => write.app === app)
    for (const write of ended) this.#writes.delete(write)
    this.#tell()
    return ended.flatMap(({ what }) => what ?? [])
  }

  /** Ends all of them: their user signed out. */
  clear(): void {
    this.#writes.clear()
    this.#tell()
  }

  getCount = (): number => this.#writes.size

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #tell(): void {
    this.#askBeforeLeaving(this.#writes.size > 0)
    for (const listener of this.#listeners) listener()
  }
}

export const pendingWrites = new PendingWrites()

/** How many writes of this page wait for the server. */
export function useWaitingWrites(): number {
  return useSyncExternalStore(pendingWrites.subscribe, pendingWrites.getCount)
}
