import * as z from 'zod/mini'
import type { ProjectSession } from '../../../firebase/project-session.ts'

const user = z.object({
  localId: z.string(),
  email: z.optional(z.string()),
  emailVerified: z.optional(z.boolean()),
  displayName: z.optional(z.string()),
  photoUrl: z.optional(z.string()),
  phoneNumber: z.optional(z.string()),
  disabled: z.optional(z.boolean()),
  providerUserInfo: z.optional(z.array(z.object({ providerId: z.string() }))),
  /** Milliseconds since the epoch, as text. */
  createdAt: z.optional(z.string()),
  lastLoginAt: z.optional(z.string()),
})

const userPage = z.object({ users: z.optional(z.array(user)), nextPageToken: z.optional(z.string()) })

export type ProjectUser = z.infer<typeof user>

export interface UserPage {
  readonly users: readonly ProjectUser[]
  readonly nextPageToken: string | undefined
}

const pageSize = 100

/** A page of a project's users, through the call that the Admin SDK uses. */
export async function listUsers(project: ProjectSession, pageToken: string | undefined): Promise<UserPage> {
  const query = new URLSearchParams({
    maxResults: String(pageSize),
    ...(pageToken !== undefined && { nextPageToken: pageToken }),
  })
  const page = await project.call({
    path: `/identitytoolkit.googleapis.com/v1/projects/${encodeURIComponent(project.id)}/accounts:batchGet?${query}`,
    answer: userPage,
  })
  return { users: page.users ?? [], nextPageToken: page.nextPageToken === '' ? undefined : page.nextPageToken }
}
