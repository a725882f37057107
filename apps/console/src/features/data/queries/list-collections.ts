import * as z from 'zod/mini'
import { documentsUrl, type ProjectDatabase } from '../../../documents/project-database.ts'
import { encodePath } from '../../../documents/data-path.ts'

const collectionIds = z.object({ collectionIds: z.optional(z.array(z.string())), nextPageToken: z.optional(z.string()) })

/** The ids of the collections below a document, or of the root; the web SDK has no call for it. */
export async function listCollections(database: ProjectDatabase, parent: string): Promise<string[]> {
  const below = parent === '' ? '' : `/${encodePath(parent)}`
  const ids: string[] = []
  let pageToken: string | undefined
  do {
    const page: z.infer<typeof collectionIds> = await database.project.call({
      method: 'POST',
      path: `${documentsUrl(database)}${below}:listCollectionIds`,
      body: { pageSize: 300, ...(pageToken !== undefined && { pageToken }) },
      answer: collectionIds,
    })
    ids.push(...(page.collectionIds ?? []))
    pageToken = page.nextPageToken === '' ? undefined : page.nextPageToken
  } while (pageToken !== undefined && ids.length < 1000)
  return ids
}
