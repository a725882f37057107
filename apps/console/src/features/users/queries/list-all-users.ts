import * as z from 'zod/mini'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { withRetries } from '../../../shared/jobs/with-retries.ts'
import { projectUser, type ProjectUser } from '../../../shared/people/project-user.ts'
import { accountsPath } from '../../../shared/people/users-path.ts'

/** The most that the server gives at once. */
const sliceSize = 1_000

const answer = z.object({ users: z.optional(z.array(projectUser)), nextPageToken: z.optional(z.string()) })

/**
 * Every user of the project by uid, each once, however many they are and whoever comes meanwhile. What gets no answer is asked for again, until
 * the signal is aborted.
 */
export async function* listAllUsers(
  project: ProjectSession,
  signal: AbortSignal,
): AsyncGenerator<readonly ProjectUser[]> {
  let pageToken: string | undefined
  do {
    const search = new URLSearchParams({ maxResults: String(sliceSize) })
    if (pageToken !== undefined) search.set('nextPageToken', pageToken)
    const path = `${accountsPath(project, ':batchGet')}?${search}`
    const { users = [], nextPageToken } = await withRetries(() => project.call({ method: 'GET', path, answer }), signal)
    yield users
    pageToken = nextPageToken
  } while (pageToken !== undefined)
}
