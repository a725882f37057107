import { type Document, makeDocument, parseFieldPath, type Query, StatusError, valueAt } from '@hearth/model'
import type { Caller } from '../../access/caller.ts'
import { commit } from '../commit.ts'
import { eachOfGroup } from '../indexes/each-of-group.ts'
import type { ProjectRoom } from '../project-room.ts'
import { executeQuery } from '../query/execute-query.ts'
import { prepareQuery } from '../query/prepared-query.ts'
import { readStateAt } from '../read-state.ts'
import type { ExpiryPolicy } from './expiry-policies.ts'

const PAGE = 100

/**
 * Deletes the documents whose time is over, and answers how many. Each is deleted only as it was found: one that was
 * given more time meanwhile stays. Values that are no timestamps never expire.
 */
export async function deleteExpired(room: ProjectRoom, policy: ExpiryPolicy): Promise<number> {
  if (isExempt(room, policy)) return await room.expiry.walk(policy, () => deleteExpiredUnindexed(room, policy))
  let deleted = 0
  for (;;) {
    const expired = await findExpired(room, policy)
    const gone = await deleteAsFound(room, policy.database, expired)
    deleted += gone
    // Those that changed have to be looked at again, but not at once.
    if (expired.length < PAGE || gone === 0) return deleted
  }
}

/** Fields that grow with time are often exempted from indexing; then every document of the group is looked at, now and then. */
async function deleteExpiredUnindexed(room: ProjectRoom, policy: ExpiryPolicy): Promise<number> {
  const { database, collectionGroup } = policy
  const path = parseFieldPath(policy.field)
  const now = BigInt(room.clock.nowMs()) * 1000n
  let deleted = 0
  await eachOfGroup(room, database, collectionGroup, async (documents) => {
    const expired = documents
      .map((stored) => makeDocument(stored))
      .filter(({ fields }) => {
        const time = valueAt(fields, path)
        return time?.kind === 'timestamp' && time.micros <= now
      })
    deleted += await deleteAsFound(room, database, expired)
  })
  return deleted
}

function isExempt(room: ProjectRoom, { database, collectionGroup, field }: ExpiryPolicy): boolean {
  const indexing = room.fieldOverrides.readableIn(database).get(collectionGroup)
  return indexing !== undefined && !indexing.has(parseFieldPath(field), 'group', 'ascending')
}

async function findExpired(room: ProjectRoom, { database, collectionGroup, field }: ExpiryPolicy): Promise<Document[]> {
  const path = parseFieldPath(field)
  const query: Query = {
    parent: '',
    collectionId: collectionGroup,
    allDescendants: true,
    filter: {
      kind: 'field',
      field: path,
      op: '<=',
      value: { kind: 'timestamp', micros: BigInt(room.clock.nowMs()) * 1000n },
    },
    orderBy: [{ field: path, direction: 'ascending' }],
    offset: 0,
    limit: PAGE,
  }
  const prepared = prepareQuery(query, { project: room.project, database })
  return await readStateAt(room, database, undefined, async ({ context }) => {
    return (await executeQuery(context, prepared)).documents
  })
}

/** Answers how many were still as they were found, and are gone. */
async function deleteAsFound(room: ProjectRoom, database: string, documents: readonly Document[]): Promise<number> {
  const outcomes = await Promise.all(documents.map((document) => deleteOne(room, database, document)))
  return outcomes.filter((isGone) => isGone).length
}

async function deleteOne(room: ProjectRoom, database: string, { path, updateTime }: Document): Promise<boolean> {
  const precondition = { kind: 'update-time', updateTime } as const
  try {
    const server: Caller = { kind: 'admin', project: room.project }
    await commit(room, server, { project: room.project, database }, [{ kind: 'delete', path, precondition }], undefined)
    return true
  } catch (error) {
    if (error instanceof StatusError && ['failed-precondition', 'aborted', 'not-found'].includes(error.code))
      return false
    throw error
  }
}
