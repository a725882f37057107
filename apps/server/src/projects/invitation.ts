import { StatusError, type Document, type Value } from '@hearth/model'
import { isOperatorRole } from '../access/project-team.ts'
import type { OperatorRole } from '../access/caller.ts'

/** How long an invitation is good for at most, whatever its document says. */
const VALID_MS_MAX = 8 * 24 * 60 * 60 * 1000

/** What the server reads of `projects/{projectId}/invitations/{id}`, which an owner wrote. Times are milliseconds since the epoch. */
export interface Invitation {
  /** Lower case. */
  readonly email: string
  readonly role: OperatorRole
  readonly expiresAt: number
  /** Of the newest link; a link before it opens nothing. */
  readonly codeHash: string | undefined
  readonly isAccepted: boolean
}

/** Undefined when a field is missing that an invitation must have. */
export function invitationOf({ fields, createTime }: Pick<Document, 'fields' | 'createTime'>): Invitation | undefined {
  const email = textOf(fields.get('email'))
  const role = textOf(fields.get('role'))
  const expires = fields.get('expiresAt')
  if (email === undefined || !isOperatorRole(role) || expires?.kind !== 'timestamp') return undefined
  return {
    email: email.trim().toLowerCase(),
    role,
    expiresAt: Math.min(Number(expires.micros / 1000n), createTime / 1000 + VALID_MS_MAX),
    codeHash: textOf(fields.get('codeHash')),
    isAccepted: fields.has('acceptedBy'),
  }
}

/** Throws `failed-precondition`/`INVITATION_OVER` for one that was accepted, or whose time is over. */
export function assertOpen(invitation: Invitation, nowMs: number): void {
  if (!invitation.isAccepted && nowMs < invitation.expiresAt) return
  throw new StatusError(
    'failed-precondition',
    'INVITATION_OVER',
    'This invitation was accepted, or its time is over. Ask an owner of the project for another.',
  )
}

/** For whoever has no right to know whether there is such an invitation. */
export function invitationInvalid(): StatusError {
  return new StatusError(
    'permission-denied',
    'INVITATION_INVALID',
    'This invitation was revoked, or a newer link took its place. Ask an owner of the project for another.',
  )
}

function textOf(value: Value | undefined): string | undefined {
  return value?.kind === 'string' ? value.value : undefined
}
