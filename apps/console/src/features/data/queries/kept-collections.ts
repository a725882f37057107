import * as z from 'zod/mini'
import { HearthError } from '../../../api/hearth-error.ts'
import { defaultDatabase } from '../../../databases/default-database.ts'
import type { ProjectDatabase } from '../../../databases/project-database.ts'
import { keepJson, keptKey, readKeptJson } from '../../../firebase/kept-storage.ts'
import { listCollections } from './list-collections.ts'

const parentsMax = 30
/** Parents with their collections, the one asked last at the end. */
const keptLists = z.array(z.tuple([z.string(), z.array(z.string())]))

/** As `listCollections`; while the server can't be reached, what it answered this browser the last time. */
export async function findCollections(database: ProjectDatabase, parent: string): Promise<readonly string[]> {
  try {
    const ids = await listCollections(database, parent)
    keep(database, parent, ids)
    return ids
  } catch (thrown) {
    const isAway = thrown instanceof HearthError && thrown.code === 'unavailable'
    const kept = isAway ? read(database).find(([one]) => one === parent)?.[1] : undefined
    if (kept === undefined) throw thrown
    return kept
  }
}

/** Lists a collection, by the segments of its path, while the server can't be asked which there are. */
export function keepCollection(database: ProjectDatabase, collection: readonly string[]): void {
  const id = collection.at(-1)
  const parent = collection.slice(0, -1).join('/')
  const ids = read(database).find(([one]) => one === parent)?.[1]
  if (id !== undefined && ids !== undefined && !ids.includes(id)) keep(database, parent, [...ids, id].toSorted())
}

function keep(database: ProjectDatabase, parent: string, ids: readonly string[]): void {
  const others = read(database).filter(([one]) => one !== parent)
  keepJson(keyOf(database), [...others, [parent, ids]].slice(-parentsMax))
}

function read(database: ProjectDatabase): readonly (readonly [parent: string, ids: readonly string[]])[] {
  return readKeptJson(keyOf(database), (json) => keptLists.safeParse(json).data) ?? []
}

function keyOf({ project, id }: ProjectDatabase): string {
  // `forgetProject` knows what is kept of a project by the end of its key.
  return keptKey(`collections.${id === defaultDatabase ? '' : `${id}.`}${project.id}`)
}
