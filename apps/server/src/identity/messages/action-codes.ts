import type { Clock, Random } from '../../lib/ambient.ts'
import { identityError } from '../identity-error.ts'
import type { StoreOf } from '../store-of.ts'
import { type FoundCode, OneTimeCodes } from '../sign-in/one-time-codes.ts'

/** What a code from a mail is for, in the protocol's words. */
export type ActionKind =
  | 'PASSWORD_RESET'
  | 'EMAIL_SIGNIN'
  | 'VERIFY_EMAIL'
  | 'VERIFY_AND_CHANGE_EMAIL'
  /** Takes a change of the address back; it goes to the address before. */
  | 'RECOVER_EMAIL'

export interface Action {
  readonly kind: ActionKind
  /** The account's address when the code was made; of `RECOVER_EMAIL` the one to go back to. */
  readonly email: string
  /** `VERIFY_AND_CHANGE_EMAIL`: the address to change to. */
  readonly newEmail?: string | undefined
  /** Undefined for a sign-in link, whose account may not be there yet, and for a code that leads nowhere. */
  readonly uid?: string | undefined
  /** `VERIFY_AND_CHANGE_EMAIL`: the account's when it was asked for, both. */
  readonly validSince?: number | undefined
  readonly revocations?: number | undefined
}

const HOUR_MS = 60 * 60 * 1000
const lifeMs: Readonly<Record<ActionKind, number>> = {
  PASSWORD_RESET: HOUR_MS,
  EMAIL_SIGNIN: HOUR_MS,
  VERIFY_EMAIL: 3 * 24 * HOUR_MS,
  VERIFY_AND_CHANGE_EMAIL: 3 * 24 * HOUR_MS,
  // As long as the new address is not verified, and for a while after that (`former-emails.ts`).
  RECOVER_EMAIL: 30 * 24 * HOUR_MS,
}

/** The codes in mails. Each works once, and a new one for the same purpose and address makes the one before void. */
export class ActionCodes {
  readonly #codes: OneTimeCodes<Action>

  readonly #onUsed: (realm: string, code: string) => void
  readonly #onReplaced: (realm: string, subject: string) => void

  constructor(options: {
    storeOf: StoreOf
    clock: Clock
    random: Random
    onUsed: (realm: string, code: string) => void
    /** Told that the codes for a subject (`subjectOf`) that were there are void. */
    onReplaced: (realm: string, subject: string) => void
  }) {
    const { storeOf, clock, random } = options
    this.#codes = new OneTimeCodes({ storeOf, clock, random, space: 'action-code' })
    this.#onUsed = options.onUsed
    this.#onReplaced = options.onReplaced
  }

  async issue(realm: string, action: Action): Promise<string> {
    const subject = subjectOf(action)
    const code = await this.#codes.issue(realm, action, { lifeMs: lifeMs[action.kind], subject })
    this.#onReplaced(realm, subject)
    return code
  }

  /** What a code is for, without using it. Throws `INVALID_OOB_CODE`, `EXPIRED_OOB_CODE`. */
  async find(realm: string, code: string): Promise<Action> {
    return actionOf(await this.#codes.find(realm, code))
  }

  /** Uses a code. Throws as `find`. */
  async redeem(realm: string, code: string): Promise<Action> {
    const found = await this.#codes.redeem(realm, code)
    if (found.kind === 'wrong') throw identityError('INVALID_OOB_CODE')
    const action = actionOf(found)
    this.#onUsed(realm, code)
    return action
  }
}

/** What there is one good code for. */
export function subjectOf({ kind, email, uid }: Pick<Action, 'kind' | 'email' | 'uid'>): string {
  // Whoever took an account over changes its address again: the mail about that leaves the owner's good.
  const about = kind === 'RECOVER_EMAIL' ? `${uid} ${email}` : (uid ?? email)
  return `${kind} ${about}`
}

function actionOf(found: FoundCode<Action>): Action {
  switch (found.kind) {
    case 'valid':
      return found.content
    case 'unknown':
    case 'replaced':
      throw identityError('INVALID_OOB_CODE')
    case 'expired':
      throw identityError('EXPIRED_OOB_CODE')
  }
}
