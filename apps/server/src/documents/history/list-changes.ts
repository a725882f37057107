import { StatusError, type Version } from '@hearth/model'
import type { ProjectContext } from '../project-context.ts'
import { type Author, parseAuthor } from './author.ts'

/** One document that one commit changed. */
export interface Change {
  readonly version: Version
  readonly database: string
  readonly path: string
  readonly author: Author
}

/**
 * The feed that other parts of the server follow, each from the version it knows. Throws `out-of-range`/`CHANGES_COLLECTED`
 * when some after that version are no longer known: whoever follows has to begin anew.
 */
export async function listChanges(context: ProjectContext, after: Version, pageSize: number): Promise<Change[]> {
  try {
    const changes = await context.store.read((snapshot) => snapshot.changesAfter(after, pageSize))
    return changes.map(({ version, database, path, author }) => ({
      version,
      database,
      path,
      author: parseAuthor(author),
    }))
  } catch (error) {
    if (!(error instanceof StatusError) || error.reason !== 'VERSION_COLLECTED') throw error
    const text = 'Changes after that version are no longer kept. Read the documents anew and follow from now.'
    throw new StatusError('out-of-range', 'CHANGES_COLLECTED', text)
  }
}
