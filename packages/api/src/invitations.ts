import * as z from 'zod/mini'
import { type Endpoint, role } from './endpoint.ts'
import { done, name, password, time } from './fields.ts'

const code = z.string('The code is missing.').check(z.trim(), z.minLength(1, 'The code is missing.'), z.maxLength(200))

export const linkInvitation = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/invitations/:invitation/link',
  summary: 'The code of a new link to hand over, shown this once; the link before opens nothing any more.',
  who: 'owner',
  recentSignIn: 'always',
  scope: 'project',
  audit: 'team.invite',
  answer: z.object({ code: z.string() }),
} as const satisfies Endpoint

export const mailInvitation = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/invitations/:invitation/mail',
  summary:
    'Answers when the mail with the link is in the outbox; the link before opens nothing any more once it is sent.',
  who: 'owner',
  recentSignIn: 'always',
  scope: 'project',
  audit: 'team.invite',
  body: z.strictObject({ language: z.optional(z.string().check(z.maxLength(35))) }),
  answer: done,
  errors: { OPERATION_NOT_ALLOWED: 'failed-precondition', TOO_MANY_ATTEMPTS_TRY_LATER: 'resource-exhausted' },
} as const satisfies Endpoint

const describedInvitation = z.object({
  projectName: z.string(),
  email: z.string(),
  role,
  expiresAt: time,
  /** Whether somebody with this address has an account of the console. */
  hasAccount: z.boolean(),
})
export type DescribedInvitation = z.infer<typeof describedInvitation>

const errors = { INVITATION_INVALID: 'permission-denied', INVITATION_OVER: 'failed-precondition' } as const

export const describeInvitation = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/invitations/:invitation/describe',
  summary: 'What the holder of a link is invited to.',
  who: 'code-holder',
  body: z.strictObject({ code }),
  answer: describedInvitation,
  errors,
} as const satisfies Endpoint

export const acceptInvitation = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/invitations/:invitation/accept',
  summary: 'The account becomes a member. Its address is the invitation’s: verified, or with the code.',
  who: 'account',
  audit: 'team.join',
  body: z.strictObject({ code: z.optional(code) }),
  answer: z.object({ role }),
  errors,
} as const satisfies Endpoint

export const joinByInvitation = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/invitations/:invitation/join',
  summary: 'Makes an account with the invitation’s address, which is a member. Open sign-up is not needed.',
  who: 'code-holder',
  audit: 'team.join',
  body: z.strictObject({ code, displayName: name, password }),
  answer: z.object({ role }),
  errors,
} as const satisfies Endpoint
