import * as z from 'zod/mini'
import { documentsUrl, type ProjectDatabase } from '../../../documents/project-database.ts'
import { encodePath } from '../../../documents/data-path.ts'

const answer = z.object({
  documents: z.optional(z.array(z.object({ name: z.string(), createTime: z.optional(z.string()) }))),
})

/** So many names are looked at; a longer collection may have more behind them. */
const namesMax = 300

/**
 * The ids of documents that are not there and yet have subcollections, among the first 300 names of a collection. Queries and
 * listeners don't know them; the web SDK has no call for it.
 */
export async function listMissingDocuments(database: ProjectDatabase, collection: string): Promise<readonly string[]> {
  const { documents = [] }: z.infer<typeof answer> = await database.project.call({
    path: `${documentsUrl(database)}/${encodePath(collection)}?showMissing=true&mask.fieldPaths=__name__&pageSize=${namesMax}`,
    answer,
  })
  return (
    documents
      // What was never made has no time of its making, or the beginning of time.
      .filter(({ createTime }) => createTime === undefined || Date.parse(createTime) === 0)
      .map(({ name }) => name.slice(name.lastIndexOf('/') + 1))
  )
}
