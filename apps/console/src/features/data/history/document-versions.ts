import * as z from 'zod/mini'
import { encodePath } from '../../../documents/data-path.ts'
import type { TypedFields } from '../../../documents/values/typed-value.ts'
import { decodeFields } from '../../../documents/values/wire-value.ts'
import type { ProjectDatabase } from '../../../databases/project-database.ts'
import type { ListPage } from '../../../ui/use-pages.ts'

export const author = z.object({
  kind: z.enum(['user', 'operator', 'visitor', 'server']),
  uid: z.optional(z.string()),
})
const page = z.object({
  versions: z.array(
    z.object({
      version: z.string(),
      author,
      document: z.nullable(
        z.object({
          createTime: z.optional(z.string()),
          fields: z.optional(z.record(z.string(), z.unknown())),
        }),
      ),
    }),
  ),
  nextPageToken: z.optional(z.string()),
})

export type Author = z.infer<typeof author>

/** A state that a document had, or its deletion. */
export interface DocumentVersion {
  /** RFC 3339: the time of its commit, which names it. */
  readonly version: string
  readonly author: Author
  /** undefined: it was deleted. */
  readonly fields: TypedFields | undefined
  /** The document came about with this version. */
  readonly isCreation: boolean
}

/** A version with the one before it, as far back as versions are kept. */
export interface VersionStep extends DocumentVersion {
  /** undefined when nothing is known of what was before. */
  readonly before: DocumentVersion | undefined
}

/** A version can be as large as a document. */
const pageSize = 20

/** What became of a document, the newest first. */
export async function listVersions(
  database: ProjectDatabase,
  path: string,
  pageToken: string | undefined,
): Promise<ListPage<DocumentVersion>> {
  const query = new URLSearchParams({
    pageSize: String(pageSize),
    ...(pageToken !== undefined && { pageToken }),
  })
  const answer: z.infer<typeof page> = await database.project.call({
    path: `${versionsOf(database, path)}?${query}`,
    answer: page,
  })
  const rows = answer.versions.map(({ version, author: by, document }) => ({
    version,
    author: by,
    fields: document === null ? undefined : decodeFields(document.fields ?? {}, database.root),
    isCreation: document?.createTime === version,
  }))
  return { rows, nextPageToken: answer.nextPageToken }
}

/**
 * Writes the document as it was at that time. Throws `not-found` when it did not exist then, or nobody knows any more; with `isForAbsent`
 * `already-exists` when there is one by now.
 */
export async function restoreVersion(
  database: ProjectDatabase,
  path: string,
  version: string,
  isForAbsent = false,
): Promise<void> {
  await database.project.call({
    method: 'POST',
    path: `${versionsOf(database, path)}:restore`,
    body: { version, isForAbsent },
    answer: z.object({ updateTime: z.string() }),
  })
}

/** Each version beside the one it took the place of. */
export function stepsOf(versions: readonly DocumentVersion[]): readonly VersionStep[] {
  return versions.map((version, at) => ({ ...version, before: versions[at + 1] }))
}

function versionsOf({ project, id }: ProjectDatabase, path: string): string {
  const base = `/hearth/v1/projects/${encodeURIComponent(project.id)}/databases/${encodeURIComponent(id)}`
  return `${base}/versions/${encodePath(path)}`
}
