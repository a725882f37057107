import type { AppHeaders } from './app-of-request.ts'
import type { Soon } from '../lib/soon.ts'
import type { KeyScope } from './key-scopes.ts'

/**
 * Who a request comes from, once its credential was verified. A credential that does not verify never becomes a caller. What was
 * verified for one `project` counts in no other. `verifiedAfter` is `CallerWatch.endings` from before the verification, where somebody
 * is going to hold on to the caller.
 */
export type Caller =
  /** No credential at all. */
  | { readonly kind: 'visitor'; readonly from?: RequestSource | undefined }
  /** An end user of a project, by a valid ID token of that project. */
  | {
      readonly kind: 'user'
      readonly project: string
      readonly uid: string
      readonly claims: Readonly<Record<string, unknown>>
      /** When they last proved who they are; seconds since the epoch. */
      readonly authTime: number
      readonly expiresAt: number
      readonly verifiedAfter?: number
      readonly from?: RequestSource | undefined
    }
  /** A member of the project's team in an operator session (claim `hearth_role`). */
  | {
      readonly kind: 'operator'
      readonly project: string
      readonly uid: string
      readonly role: OperatorRole
      /** When the person signed in to the console; seconds since the epoch. */
      readonly authTime: number
      readonly expiresAt: number
      readonly verifiedAfter?: number
      readonly from?: RequestSource | undefined
    }
  /** A server credential: a service account's signed token, or `Bearer owner` under `hearth dev`. */
  | {
      readonly kind: 'admin'
      readonly project: string
      /** The id of the service key; absent for the server itself and for `Bearer owner`. */
      readonly key?: string
      readonly verifiedAfter?: number
      /** What the key may besides what all may; absent is none. */
      readonly scopes?: readonly KeyScope[]
    }

/** The request that a caller came with, for the list of what was decided. An exchange is one. */
export interface RequestSource {
  readonly id: string
  readonly clientAddress: string
  /** Of `performance.now()`; absent where one request asks for as long as it likes, as streams do. */
  readonly startedAt?: number
  /** Nobody waits for the answer any more; absent where that is not known. */
  readonly isGone?: boolean
  readonly headers: AppHeaders & {
    readonly origin?: string | undefined
    readonly [IDLE_HEADER]?: string | string[] | undefined
  }
}

/** The caller as one who is kept: requests are not. */
export function withoutSource(caller: Caller): Caller {
  return caller.kind === 'admin' ? caller : { ...caller, from: undefined }
}

/** Whether the rules of a project decide what the caller may do, and not a role or a key. */
export function isUnderRules({ kind }: Caller): boolean {
  return kind === 'visitor' || kind === 'user'
}

export type OperatorRole = 'viewer' | 'editor' | 'owner'

/** Whether what was verified of the caller counts in `project`; visitors have nothing that could count elsewhere. */
export function isCallerOf(project: string, caller: Caller): boolean {
  return caller.kind === 'visitor' || caller.project === project
}

/**
 * Since when nobody has been at the page that a request comes from, in whole seconds: such a request is no use of an operator session. It only
 * ever shortens a session's life, so pages are believed.
 */
const IDLE_HEADER = 'hearth-idle'

/** Milliseconds; 0 for what doesn't say, or not so. */
export function idleMsOf(headers: Readonly<Record<string, unknown>>): number {
  const value = headers[IDLE_HEADER]
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) * 1000 : 0
}

/**
 * Turns the credential of a request into a caller. `authorization` is the header's whole value: `Bearer x`,
 * `Firebase x`, `Bearer owner`; absent means visitor. The caller is told to come `from` there, which may say that nobody is at the page that
 * asks (`IDLE_HEADER`). Throws `unauthenticated` for a
 * credential that does not verify: as a rejection.
 */
export interface Authenticator {
  authenticate(project: string, authorization: string | undefined, from?: RequestSource): Soon<Caller>
}
