import * as z from 'zod/mini'
import { HearthError } from '../../../api/hearth-error.ts'
import { keptKey } from '../../../firebase/kept-storage.ts'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import { listCollections } from './list-collections.ts'

const parentsMax = 30
/** Parents with their collections, the one asked last at the end. */
const keptLists = z.array(z.tuple([z.string(), z.array(z.string())]))

/** As `listCollections`; while the server can't be reached, what it answered this browser the last time. */
export async function findCollections(project: ProjectSession, parent: string): Promise<readonly string[]> {
  try {
    const ids = await listCollections(project, parent)
    keep(project.id, parent, ids)
    return ids
  } catch (thrown) {
    const isAway = thrown instanceof HearthError && thrown.code === 'unavailable'
    const kept = isAway ? read(project.id).find(([one]) => one === parent)?.[1] : undefined
    if (kept === undefined) throw thrown
    return kept
  }
}

/** Lists a collection, by the segments of its path, while the server can't be asked which there are. */
export function keepCollection(project: string, collection: readonly string[]): void {
  const id = collection.at(-1)
  const parent = collection.slice(0, -1).join('/')
  const ids = read(project).find(([one]) => one === parent)?.[1]
  if (id !== undefined && ids !== undefined && !ids.includes(id)) keep(project, parent, [...ids, id].toSorted())
}

function keep(project: string, parent: string, ids: readonly string[]): void {
  const others = read(project).filter(([one]) => one !== parent)
  try {
    localStorage.setItem(keyOf(project), JSON.stringify([...others, [parent, ids]].slice(-parentsMax)))
  } catch {
    // Storage is blocked or full: without the server the list is not known then.
  }
}

function read(project: string): readonly (readonly [parent: string, ids: readonly string[]])[] {
  try {
    return keptLists.safeParse(JSON.parse(localStorage.getItem(keyOf(project)) ?? '[]')).data ?? []
  } catch {
    // Storage is blocked: nothing was kept.
    return []
  }
}

function keyOf(project: string): string {
  return keptKey(`collections.${project}`)
}
