import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'
import type { ProjectDatabase } from '../../../documents/project-database.ts'
import type { TimeSpan } from '../../../ui/time-span.ts'
import type { ListPage } from '../../../ui/use-pages.ts'
import type { Author } from '../history/document-versions.ts'

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
  const query = { pageSize, collection, since, until, pageToken }
  const answer = await callApi(api.listDeleted, { project: project.id, database: id, query }, project)
  return { rows: answer.deleted, nextPageToken: answer.nextPageToken }
}
