import type { QueryDocumentSnapshot } from 'firebase/firestore'
import { useEffect, useSyncExternalStore } from 'react'
import type { ProjectDatabase } from '../../../documents/project-database.ts'

/** A list that hasn't dropped a document by then is slow for another reason. */
const markedMs = 60_000
const markedMax = 5_000

type Names = ReadonlySet<string>

/**
 * Documents that the server says are deleted, by full name (`projects/…/documents/orders/one`), until the lists that are live know it
 * themselves: those hear of it on another way, which takes its time where much happens.
 */
export class GoneDocuments {
  readonly #listeners = new Set<() => void>()
  #names: Names = new Set()

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getSnapshot = (): Names => this.#names

  /** They are deleted. Of more than 5,000 the oldest are forgotten, and each after a minute. */
  add(names: readonly string[]): void {
    if (names.length === 0) return
    this.#set([...this.#names, ...names].slice(-markedMax))
    setTimeout(() => this.remove(names), markedMs)
  }

  /** They are made again, or the list has dropped them. */
  remove(names: readonly string[]): void {
    if (!names.some((name) => this.#names.has(name))) return
    const left = new Set(this.#names)
    for (const name of names) left.delete(name)
    this.#set(left)
  }

  #set(names: Iterable<string>): void {
    this.#names = new Set(names)
    for (const listener of this.#listeners) listener()
  }
}

export const goneDocuments = new GoneDocuments()

/**
 * Tells by its path which document of a collection's list is deleted, though the list still has it; undefined while none is. What the list
 * has dropped is deleted no more: it may be made again.
 */
export function useGoneRows(
  { root }: ProjectDatabase,
  collection: string,
  documents: readonly QueryDocumentSnapshot[],
): ((path: string) => boolean) | undefined {
  const gone = useSyncExternalStore(goneDocuments.subscribe, goneDocuments.getSnapshot)
  useEffect(() => {
    if (gone.size === 0) return
    const listed = new Set(documents.map(({ ref }) => `${root}/${ref.path}`))
    const below = `${root}/${collection}/`
    goneDocuments.remove([...gone].filter((name) => name.startsWith(below) && !listed.has(name)))
  }, [gone, documents, root, collection])
  return gone.size === 0 ? undefined : (path) => gone.has(`${root}/${path}`)
}
