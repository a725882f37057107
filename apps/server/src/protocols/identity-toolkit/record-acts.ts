import { StatusError } from '@hearth/model'
import type { Caller } from '../../access/caller.ts'
import { type Actor, actorOf, type RecordAct } from '../../audit/audit-entry.ts'
import type { FailedSignIns } from '../../audit/failed-sign-ins.ts'
import type { Exchange } from '../../http/exchange.ts'
import { decodeJwt } from '../../identity/tokens/jwt.ts'
import { CONSOLE_PROJECT } from '../../projects/project-id.ts'
import type { ActDetail } from './act-detail.ts'

interface Done {
  /** `accounts:update` */
  readonly operation: string
  readonly request: unknown
  readonly answer: object
}

/** What programs do for each of their users who signs in administers nothing. */
const isEverydayUse = (operation: string): boolean => operation.endsWith(':createSessionCookie')

/** Writes an administrator's act into the audit log: every change, and exports with password hashes. */
export async function recordAdminAct(
  recordAct: RecordAct | undefined,
  exchange: Exchange,
  done: Done & {
    readonly project: string
    readonly caller: Caller
    readonly isChange: boolean
    readonly target: string
    readonly described: ActDetail
  },
): Promise<void> {
  const { project, caller, operation, isChange, request, answer, described } = done
  const actor = actorOf(caller)
  if (recordAct === undefined || actor === undefined || isEverydayUse(operation)) return
  if (!isChange && !isExportBegun(operation, actor, request)) return
  const fields = Object.entries(request as object).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const { users } = request as { users?: unknown }
  await recordAct({
    project,
    actor,
    action: `users.${operation}`,
    target: usersOf(request, answer) || described.target || done.target,
    // What was changed and never to what: there are passwords and secrets among it.
    detail: {
      ...described.detail,
      fields: fields.join(', '),
      ...(Array.isArray(users) && { users: String(users.length) }),
    },
    address: exchange.clientAddress,
    requestId: exchange.id,
  })
}

/** What owners of accounts of the console do with them, besides being signed in. */
const ownChanges: ReadonlySet<string> = new Set([
  'accounts:update',
  'accounts:delete',
  'accounts:resetPassword',
  'mfaEnrollment:finalize',
  'mfaEnrollment:withdraw',
])

/** Writes a sign-in to the console, or a change of one's own account there, into the audit log of the console. */
export async function recordOwnAct(
  recordAct: RecordAct | undefined,
  exchange: Exchange,
  { operation, request, answer }: Done,
): Promise<void> {
  const { localId, idToken, refreshToken, email } = answer as Partial<Record<string, string>>
  if (recordAct === undefined || (refreshToken === undefined && !ownChanges.has(operation))) return
  const token = idToken ?? (request as { idToken?: string }).idToken
  const subject = token === undefined ? undefined : decodeJwt(token)?.payload['sub']
  const uid = localId ?? (typeof subject === 'string' ? subject : undefined)
  await recordAct({
    project: CONSOLE_PROJECT,
    actor: uid === undefined ? { kind: 'visitor' } : { kind: 'person', uid },
    action: `account.${operation}`,
    target: uid ?? email ?? '',
    address: exchange.clientAddress,
    requestId: exchange.id,
  })
}

const signInEnds: ReadonlySet<string> = new Set(['mfaSignIn:finalize', 'passkeySignIn:finalize'])

/** Passes on that a sign-in was refused; other methods' refusals and the server's own failures are none. */
export function recordFailure(
  onFailedSignIn: FailedSignIns['record'] | undefined,
  exchange: Exchange,
  failed: Pick<Done, 'operation' | 'request'> & { readonly project: string; readonly error: unknown },
): void {
  const { project, operation, request, error } = failed
  const isSignIn = operation.startsWith('accounts:signInWith') || signInEnds.has(operation)
  if (onFailedSignIn === undefined || !isSignIn || !(error instanceof StatusError)) return
  if (error.code === 'internal' || error.code === 'unavailable') return
  const { email } = request as { email?: unknown }
  onFailedSignIn({
    project,
    operation,
    reason: error.reason,
    target: typeof email === 'string' ? email.slice(0, 256) : '',
    address: exchange.clientAddress,
    requestId: exchange.id,
  })
}

/** The uids that a request names, else the one that its answer names; empty where it was about no user. */
export function usersOf(request: unknown, answer: object): string {
  const { localId, localIds } = request as { localId?: string; localIds?: string[] }
  const made = 'localId' in answer && typeof answer.localId === 'string' ? answer.localId : ''
  return localIds?.join(', ') ?? localId ?? made
}

/** Server credentials are given the hashes with it; the pages after the first belong to the same export. */
function isExportBegun(operation: string, actor: Actor, request: unknown): boolean {
  const { nextPageToken } = request as { nextPageToken?: string }
  return operation === 'accounts:batchGet' && actor.kind === 'service-key' && nextPageToken === undefined
}
