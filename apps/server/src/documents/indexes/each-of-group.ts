import { NAME_FIELD, type Query, rangeFor } from '@hearth/model'
import type { StoredDocument } from '../../persistence/persistence.ts'
import type { ProjectContext } from '../project-context.ts'
import { justAfter } from '../query/index-scan.ts'
import { prepareQuery } from '../query/prepared-query.ts'
import { sourcesOf } from '../query/query-stream.ts'

const PAGE = 200

/** Every document of a collection group, page by page, each page as it is then. In between others have their turn. */
export async function eachOfGroup(
  context: ProjectContext,
  database: string,
  collectionId: string,
  take: (documents: readonly StoredDocument[]) => Promise<void>,
): Promise<void> {
  const query: Query = { parent: '', collectionId, allDescendants: true, orderBy: [], offset: 0 }
  const prepared = prepareQuery(query, { project: context.project, database })
  for (const { scope } of sourcesOf(database, prepared)) {
    const { start: first, end } = rangeFor(scope, NAME_FIELD, { op: 'any' })
    let start = first
    for (;;) {
      const { entries, isLast } = await context.store.read((snapshot) =>
        snapshot.scanIndex({ start, end }, { limit: PAGE, reverse: false }),
      )
      if (entries.length > 0) await take(entries.map(({ document }) => document))
      const last = entries.at(-1)?.key
      if (last === undefined || isLast) break
      start = justAfter(last)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}
