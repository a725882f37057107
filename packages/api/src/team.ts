import * as z from 'zod/mini'
import { type Endpoint, role } from './endpoint.ts'
import { done } from './fields.ts'

const member = z.object({
  uid: z.string(),
  role,
  /** Whoever made the project, and after they left another owner. */
  isFounder: z.boolean(),
  /** Null where the account was deleted. */
  email: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  photoUrl: z.nullable(z.string()),
  isDisabled: z.boolean(),
})
export type Member = z.infer<typeof member>

export const listMembers = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/members',
  summary:
    'Who belongs to a project, by name and address; the project’s document has their uids alone. Address and name are null where the account was deleted.',
  who: 'viewer',
  answer: z.object({ members: z.array(member) }),
} as const satisfies Endpoint

export const leaveProject = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/leave',
  summary: 'The account leaves the project; after the founder another owner takes their place.',
  who: 'account',
  audit: 'team.leave',
  answer: done,
  errors: { LAST_OWNER: 'failed-precondition' },
} as const satisfies Endpoint
