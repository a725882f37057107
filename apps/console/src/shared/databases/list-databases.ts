import * as z from 'zod/mini'
import { HearthError } from '../../backend/api/hearth-error.ts'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'

const database = z.object({
  name: z.string(),
  createTime: z.optional(z.string()),
  deleteProtectionState: z.optional(z.string()),
})
const answer = z.object({ databases: z.optional(z.array(database)) })
/** A server under `hearth start` has no more of them in a project; under `hearth dev` anybody names as many as they like. */
const shownMax = 100

/** A database as lists have it. */
export interface ListedDatabase {
  readonly id: string
  /** Milliseconds since the epoch; undefined for the default one, which is as old as its project. */
  readonly createdAt: number | undefined
  readonly isDeleteProtected: boolean
}

const known = new WeakMap<ProjectSession, readonly ListedDatabase[]>()

/** The databases of a project, the default one first; while the server can't be reached, those that this page knew the last time. */
export async function listDatabases(project: ProjectSession): Promise<readonly ListedDatabase[]> {
  try {
    const { databases = [] } = await project.call({ path: databasesUrl(project), answer })
    const listed = databases.map(({ name, createTime, deleteProtectionState }) => ({
      id: name.slice(name.lastIndexOf('/') + 1),
      createdAt: createTime === undefined ? undefined : Date.parse(createTime),
      isDeleteProtected: deleteProtectionState === 'DELETE_PROTECTION_ENABLED',
    }))
    known.set(project, listed)
    return listed
  } catch (thrown) {
    const listed = thrown instanceof HearthError && thrown.code === 'unavailable' ? known.get(project) : undefined
    if (listed === undefined) throw thrown
    return listed
  }
}

/** Throws `invalid-argument` for what no database can be called, `already-exists`, and `failed-precondition` when there are too many. */
export async function createDatabase(project: ProjectSession, id: string): Promise<void> {
  await project.call({
    method: 'POST',
    path: `${databasesUrl(project)}?databaseId=${encodeURIComponent(id)}`,
    body: { type: 'FIRESTORE_NATIVE' },
    answer: z.unknown(),
  })
}

/** A protected one can't be deleted by anybody until the protection is taken away. */
export async function setDeleteProtection(project: ProjectSession, id: string, isProtected: boolean): Promise<void> {
  await project.call({
    method: 'PATCH',
    path: `${databasesUrl(project)}/${encodeURIComponent(id)}?updateMask=deleteProtectionState`,
    body: { deleteProtectionState: isProtected ? 'DELETE_PROTECTION_ENABLED' : 'DELETE_PROTECTION_DISABLED' },
    answer: z.unknown(),
  })
}

/** Its documents go in the background; from now on it is gone for apps. Throws `failed-precondition` for a protected one. */
export async function deleteDatabase(project: ProjectSession, id: string): Promise<void> {
  await project.call({
    method: 'DELETE',
    path: `${databasesUrl(project)}/${encodeURIComponent(id)}`,
    answer: z.unknown(),
  })
}

function databasesUrl(project: ProjectSession): string {
  return `/v1/projects/${encodeURIComponent(project.id)}/databases`
}

/** The first of a long list, with the one that is open. */
export function shownDatabases<One extends { readonly id: string }>(
  listed: readonly One[],
  open: string,
): readonly One[] {
  return listed.filter(({ id }, at) => at < shownMax || id === open)
}
