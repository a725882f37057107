import { doc, type DocumentSnapshot, type Firestore, getDoc } from 'firebase/firestore'
import * as z from 'zod/mini'
import type { ProjectDatabase } from '../../../documents/project-database.ts'
import type { CollectionQuery } from '../filters/collection-query.ts'
import { type WireOrder, wireQuery } from '../filters/wire-query.ts'
import { parentUrl } from './read-pages.ts'

const answer = z.array(z.object({ document: z.optional(z.object({ name: z.string() })) }))

export interface RowQuery {
  readonly database: ProjectDatabase
  readonly firestore: Firestore
  readonly collection: string
  readonly query: CollectionQuery
}

/**
 * The document of a row of what a query finds, counted from zero; undefined where there is none. The SDK knows no offset, so the REST protocol
 * is asked for the id, from the end that is nearer.
 *
 * @param count how many documents the query finds
 */
export async function documentAtRow(
  { database, firestore, collection, query }: RowQuery,
  row: number,
  count: number,
  signal: AbortSignal,
): Promise<DocumentSnapshot | undefined> {
  const { project, root } = database
  const asked = wireQuery(root, collection, query)
  const isNearEnd = row > count / 2 && row < count
  const structuredQuery = {
    ...asked,
    select: { fields: [{ fieldPath: '__name__' }] },
    orderBy: isNearEnd ? asked.orderBy.map(reversed) : asked.orderBy,
    offset: isNearEnd ? count - 1 - row : row,
    limit: 1,
  }
  project.noteUse()
  const path = `${parentUrl(database, collection)}:runQuery`
  const rows = await project.call({ method: 'POST', path, body: { structuredQuery }, signal, answer })
  const name = rows.find(({ document }) => document !== undefined)?.document?.name
  if (name === undefined) return undefined
  const found = await getDoc(doc(firestore, name.slice(root.length + 1)))
  return found.exists() ? found : undefined
}

function reversed({ field, direction }: WireOrder): WireOrder {
  return { field, direction: direction === 'ASCENDING' ? 'DESCENDING' : 'ASCENDING' }
}
