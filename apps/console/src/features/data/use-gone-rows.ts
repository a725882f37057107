import type { QueryDocumentSnapshot } from 'firebase/firestore'
import { useEffect, useSyncExternalStore } from 'react'
import type { ProjectDatabase } from '../../documents/project-database.ts'
import { goneDocuments } from './queries/gone-documents.ts'

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
