import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'
import type { TypedFields } from '../../../documents/values/typed-value.ts'
import { decodeFields } from '../../../documents/values/wire-value.ts'
import type { ProjectDatabase } from '../../../documents/project-database.ts'
import type { ListPage } from '../../../ui/use-pages.ts'
import { failureOf } from '../../../backend/errors/failure.ts'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { historyTexts as texts } from '../../../texts/en/data-history.ts'

export type Author = api.Author

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
  const { project, id } = database
  const query = { pageSize, pageToken }
  const answer = await callApi(api.listVersions, { project: project.id, database: id, path, query }, project)
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
  const { project, id } = database
  const body = { version, isForAbsent }
  await callApi(api.restoreVersion, { project: project.id, database: id, path, body }, project)
}

/** Each version beside the one it took the place of. */
export function stepsOf(versions: readonly DocumentVersion[]): readonly VersionStep[] {
  return versions.map((version, at) => ({ ...version, before: versions[at + 1] }))
}

/** What is said about a restore that the server refused. */
export function whyNotRestored(thrown: unknown): string {
  const { reason, code } = failureOf(thrown)
  if (reason === 'VERSION_NOT_FOUND') return texts.versionGone
  return code === 'already-exists' ? texts.thereAgain : messageOf(thrown)
}
