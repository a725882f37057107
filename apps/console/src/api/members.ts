import * as z from 'zod/mini'
import type { ProjectSession } from '../firebase/project-session.ts'

const member = z.object({
  uid: z.string(),
  role: z.enum(['viewer', 'editor', 'owner']),
  /** Whoever made the project, and after they left another owner. */
  isFounder: z.boolean(),
  /** Null where the account was deleted. */
  email: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  photoUrl: z.nullable(z.string()),
  isDisabled: z.boolean(),
})

export type Member = z.infer<typeof member>

/** Who belongs to the project, by name; its document has uids alone. */
export async function listMembers(project: ProjectSession): Promise<readonly Member[]> {
  const path = `/hearth/v1/projects/${encodeURIComponent(project.id)}/members`
  return (await project.call({ path, answer: z.object({ members: z.array(member) }) })).members
}

/** What a member is called: the name, else the address, else the uid of an account that is gone. */
export function nameOf({ displayName, email, uid }: Member): string {
  return displayName ?? email ?? uid
}
