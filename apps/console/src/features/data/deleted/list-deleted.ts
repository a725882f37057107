import * as z from 'zod/mini'
import type { ProjectDatabase } from '../../../databases/project-database.ts'
import type { TimeSpan } from '../../../ui/time-span.ts'
import type { ListPage } from '../../../ui/use-pages.ts'
import { type Author, author } from '../history/document-versions.ts'

const page = z.object({
  deleted: z.array(z.object({ path: z.string(), version: z.string(), author, lastVersion: z.nullable(z.string()) })),
  nextPageToken: z.optional(z.string()),
})

/** A document that was deleted and is not there again. */
export interface DeletedDocument {
  readonly path: string
  /** RFC 3339: when it was deleted. */
  readonly version: string
  readonly author: Author
  /** What restores it; null when that is no longer kept. */
  readonly lastVersion: string | null
}

const pageSize = 50

/** Those of a collection, or of the whole database, that were deleted last first. */
export async function listDeleted(
  { project, id }: ProjectDatabase,
  collection: string | undefined,
  { since, until }: TimeSpan,
  pageToken: string | undefined,
): Promise<ListPage<DeletedDocument>> {
  const query = new URLSearchParams({
    pageSize: String(pageSize),
    ...(collection !== undefined && { collection }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(pageToken !== undefined && { pageToken }),
  })
  const base = `/hearth/v1/projects/${encodeURIComponent(project.id)}/databases/${encodeURIComponent(id)}`
  const answer = await project.call({ path: `${base}/deleted?${query}`, answer: page })
  return { rows: answer.deleted, nextPageToken: answer.nextPageToken }
}
