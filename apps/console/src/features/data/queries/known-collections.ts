import { HearthError } from '../../../api/hearth-error.ts'
import type { ProjectDatabase } from '../../../databases/project-database.ts'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import { listCollections } from './list-collections.ts'

const parentsMax = 30
/** By database and parent, the one asked last at the end. */
const known = new WeakMap<ProjectSession, Map<string, readonly string[]>>()

/** As `listCollections`; while the server can't be reached, what it answered this page the last time. */
export async function findCollections(database: ProjectDatabase, parent: string): Promise<readonly string[]> {
  try {
    const ids = await listCollections(database, parent)
    keep(database, parent, ids)
    return ids
  } catch (thrown) {
    const isAway = thrown instanceof HearthError && thrown.code === 'unavailable'
    const ids = isAway ? read(database, parent) : undefined
    if (ids === undefined) throw thrown
    return ids
  }
}

/** Lists a collection, by the segments of its path, while the server can't be asked which there are. */
export function keepCollection(database: ProjectDatabase, collection: readonly string[]): void {
  const id = collection.at(-1)
  const parent = collection.slice(0, -1).join('/')
  const ids = read(database, parent)
  if (id !== undefined && ids !== undefined && !ids.includes(id)) keep(database, parent, [...ids, id].toSorted())
}

function read({ project, id }: ProjectDatabase, parent: string): readonly string[] | undefined {
  return known.get(project)?.get(`${id} ${parent}`)
}

function keep({ project, id }: ProjectDatabase, parent: string, ids: readonly string[]): void {
  const ofProject = known.get(project) ?? new Map<string, readonly string[]>()
  known.set(project, ofProject)
  ofProject.delete(`${id} ${parent}`)
  ofProject.set(`${id} ${parent}`, ids)
  const [oldest] = ofProject.keys()
  if (ofProject.size > parentsMax && oldest !== undefined) ofProject.delete(oldest)
}
