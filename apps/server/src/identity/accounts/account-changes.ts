import type { Topic } from '../../lib/topic.ts'
import type { Realm } from '../realm.ts'

/** What happened to an account, told once it is durable. */
export interface AccountChange {
  readonly project: string
  /** Whose account: the project's own, or its tenant's. */
  readonly realm: Realm
  readonly uid: string
  /**
   * `created` and `deleted`; `revoked`: its sessions and ID tokens so far have ended, or it was disabled or enabled; `revokedByItself`: they
   * have at the request of a client that is signed in to it and waits for the answer; `updated`: anything else.
   */
  readonly kind: 'created' | 'updated' | Revocation | 'deleted'
}

/** By whom sessions are ended. */
export type Revocation = 'revoked' | 'revokedByItself'

/**
 * Where the parts that hold on to a verified caller (token caches, open listeners) hear that an account changed, so that a
 * revoked, disabled or deleted user is out at once.
 */
export type AccountChanges = Topic<AccountChange>
