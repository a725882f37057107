import { type Document, makeDocument, parseFieldPath, type Query, StatusError, valueAt } from '@hearth/model'
import type { Caller } from '../../access/caller.ts'
import { commit } from '../commit.ts'
import { eachOfGroup } from '../indexes/each-of-group.ts'
import type { ProjectContext } from '../project-context.ts'
import { executeQuery } from '../query/execute-query.ts'
import { prepareQuery } from '../query/prepared-query.ts'
import { readStateAt } from '../read-state.ts'
import type { ExpiryPolicy } from './expiry-policies.ts'

const PAGE = 100

/**
 * Deletes the documents whose time is over, and answers how many. Each is deleted only as it was found: one that was
 * given more time meanwhile stays. Values that are no timestamps never expire.
 */
export async function deleteExpired(context: ProjectContext, policy: ExpiryPolicy): Promise<number> {
  if (isExempt(context, policy)) return await context.expiry.walk(policy, () => deleteExpiredUnindexed(context, policy))
  let deleted = 0
  for (;;) {
    const expired = await findExpired(context, policy)
    const gone = await deleteAsFound(context, policy.database, expired)
    deleted += gone
    // Those that changed have to be looked at again, but not at once.
    if (expired.length < PAGE || gone === 0) return deleted
  }
}

/** Fields that grow with time are often exempted from indexing; then every document of the group is looked at, now and then. */
async function deleteExpiredUnindexed(context: ProjectContext, policy: ExpiryPolicy): Promise<number> {
  const { database, collectionGroup } = policy
  const path = parseFieldPath(policy.field)
  const now = BigInt(context.clock.nowMs()) * 1000n
  let deleted = 0
  await eachOfGroup(context, database, collectionGroup, async (documents) => {
    const expired = documents
      .map((stored) => makeDocument(stored))
      .filter(({ fields }) => {
        const time = valueAt(fields, path)
        return time?.kind === 'timestamp' && time.micros <= now
      })
    deleted += await deleteAsFound(context, database, expired)
  })
  return deleted
}

function isExempt(context: ProjectContext, { database, collectionGroup, field }: ExpiryPolicy): boolean {
  const indexing = context.fieldOverrides.readableIn(database).get(collectionGroup)
  return indexing !== undefined && !indexing.has(parseFieldPath(field), 'group', 'ascending')
}

async function findExpired(
  context: ProjectContext,
  { database, collectionGroup, field }: ExpiryPolicy,
): Promise<Document[]> {
  const path = parseFieldPath(field)
  const query: Query = {
    parent: '',
    collectionId: collectionGroup,
    allDescendants: true,
    filter: {
      kind: 'field',
      field: path,
      op: '<=',
      value: { kind: 'timestamp', micros: BigInt(context.clock.nowMs()) * 1000n },
    },
    orderBy: [{ field: path, direction: 'ascending' }],
    offset: 0,
    limit: PAGE,
  }
  const prepared = prepareQuery(query, { project: context.project, database })
  return await readStateAt(context, database, undefined, async ({ view }) => {
    return (await executeQuery(view, prepared)).documents
  })
}

/** Answers how many were still as they were found, and are gone. */
async function deleteAsFound(
  context: ProjectContext,
  database: string,
  documents: readonly Document[],
): Promise<number> {
  const outcomes = await Promise.all(documents.map((document) => deleteOne(context, database, document)))
  return outcomes.filter((isGone) => isGone).length
}

async function deleteOne(context: ProjectContext, database: string, { path, updateTime }: Document): Promise<boolean> {
  const precondition = { kind: 'update-time', updateTime } as const
  try {
    const server: Caller = { kind: 'admin', project: context.project }
    await commit(
      context,
      server,
      { project: context.project, database },
      [{ kind: 'delete', path, precondition }],
      undefined,
    )
    return true
  } catch (error) {
    if (error instanceof StatusError && ['failed-precondition', 'aborted', 'not-found'].includes(error.code))
      return false
    throw error
  }
}
