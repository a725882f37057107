import type { Account } from '../accounts/account.ts'
import type { RequestOrigin } from './request-origin.ts'
import type { SignInMethod } from '../sessions/sessions.ts'

/** What somebody outside decides about: that an account comes into being, that a session begins. */
export type BlockingEvent = 'beforeCreate' | 'beforeSignIn'

/** What is decided about. */
export interface BlockingSubject {
  /** As it would be made, or as it is. */
  readonly account: Account
  readonly method: SignInMethod
  readonly origin: RequestOrigin
}

/** What is to be changed along the way; each valid as an account has it. Absent members stay. */
export interface BlockingChanges {
  readonly displayName?: string | undefined
  readonly photoUrl?: string | undefined
  readonly emailVerified?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly customClaims?: Readonly<Record<string, unknown>> | undefined
  /** Of this session alone; `beforeSignIn`. */
  readonly sessionClaims?: Readonly<Record<string, unknown>> | undefined
}

/** Whoever a project lets decide about its users. */
export interface BlockingHooks {
  /** Whether anybody is to be asked. */
  listensTo(realm: string, event: BlockingEvent): Promise<boolean>
  /** Throws `BLOCKING_FUNCTION_ERROR_RESPONSE` for a no, and when there is no answer that can be understood. */
  ask(realm: string, event: BlockingEvent, subject: BlockingSubject): Promise<BlockingChanges>
}
