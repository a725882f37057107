import { StatusError } from '@hearth/model'
import type { Clock, Random } from '../../ambient.ts'
import type { Account, LinkedProvider } from './account.ts'
import { newUid, parseDisplayName, parseEmail, parsePhoneNumber, parsePhotoUrl, validateUid } from './account-fields.ts'
import type { Accounts } from './accounts.ts'
import { parseClaims } from './custom-claims.ts'
import { type ForeignHash, validateForeignHash } from '../passwords/foreign-hash.ts'
import { identityError } from '../identity-error.ts'
import { secondFactorsMax } from '../sign-in/second-factor.ts'
import type { FailurePadding } from '../passwords/failure-padding.ts'
import { decodeForeignHash, encodeForeignHash, parseStoredHash, validateOwnHash } from '../passwords/stored-hash.ts'

/** A user of another system, or of an export of this one. Text is checked here. */
export interface ImportedUser {
  readonly uid: string
  readonly email?: string | undefined
  readonly emailVerified?: boolean | undefined
  readonly displayName?: string | undefined
  readonly photoUrl?: string | undefined
  readonly phoneNumber?: string | undefined
  readonly disabled?: boolean | undefined
  readonly customAttributes?: string | undefined
  readonly providers: readonly LinkedProvider[]
  readonly phoneFactors: readonly {
    readonly id?: string | undefined
    readonly phoneNumber: string
    readonly displayName?: string | undefined
    readonly enrolledAt?: number | undefined
  }[]
  readonly password?:
    | { readonly kind: 'argon2id'; readonly hash: string }
    | { readonly kind: 'foreign'; readonly hash: ForeignHash }
    /** As another server of ours keeps it. */
    | { readonly kind: 'stored'; readonly hash: string }
    | undefined
  /** Milliseconds. */
  readonly createdAt?: number | undefined
  readonly lastSignInAt?: number | undefined
}

export interface ImportFailure {
  readonly index: number
  readonly error: StatusError
}

/** So many users are written at the same time. */
const atOnce = 32

/** Takes over users whole, with the hashes of the passwords they have. */
export class AccountImport {
  readonly #accounts: Accounts
  readonly #padding: FailurePadding
  readonly #clock: Clock
  readonly #random: Random

  constructor(options: { accounts: Accounts; padding: FailurePadding; clock: Clock; random: Random }) {
    this.#accounts = options.accounts
    this.#padding = options.padding
    this.#clock = options.clock
    this.#random = options.random
  }

  /**
   * What could not be taken over, by its place in the list. A user whose uid there is already is replaced, and its sessions end; unless
   * `replaces` is false: then that is a failure, `DUPLICATE_LOCAL_ID`.
   */
  async import(
    realm: string,
    users: readonly ImportedUser[],
    { replaces }: { replaces: boolean },
  ): Promise<ImportFailure[]> {
    const failures: ImportFailure[] = []
    const waiting = users.entries()
    const work = async (): Promise<void> => {
      for (const [index, user] of waiting) {
        try {
          const account = this.#accountOf(user)
          const foreign = account.passwordHash === undefined ? undefined : decodeForeignHash(account.passwordHash)
          if (foreign !== undefined) await this.#padding.note(realm, foreign)
          await this.#accounts.put(realm, account, { replaces })
        } catch (error) {
          if (!(error instanceof StatusError)) throw error
          failures.push({ index, error })
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    return failures.toSorted((one, other) => one.index - other.index)
  }

  #accountOf(user: ImportedUser): Account {
    const now = this.#clock.nowMs()
    validateUid(user.uid)
    if (user.phoneFactors.length > secondFactorsMax) throw identityError('SECOND_FACTOR_LIMIT_EXCEEDED')
    const passwordHash = passwordHashOf(user.password)
    return {
      uid: user.uid,
      email: user.email === undefined ? undefined : parseEmail(user.email),
      emailVerified: user.emailVerified ?? false,
      displayName: user.displayName === undefined ? undefined : parseDisplayName(user.displayName),
      photoUrl: user.photoUrl === undefined ? undefined : parsePhotoUrl(user.photoUrl),
      phoneNumber: user.phoneNumber === undefined ? undefined : parsePhoneNumber(user.phoneNumber),
      disabled: user.disabled ?? false,
      passwordHash,
      passwordUpdatedAt: passwordHash === undefined ? undefined : now,
      customClaims: user.customAttributes === undefined ? undefined : parseClaims(user.customAttributes),
      providers: user.providers,
      secondFactors:
        user.phoneFactors.length === 0
          ? undefined
          : user.phoneFactors.map((factor) => ({
              kind: 'phone',
              id: factor.id ?? newUid(this.#random),
              phoneNumber: parsePhoneNumber(factor.phoneNumber),
              displayName: factor.displayName,
              enrolledAt: factor.enrolledAt ?? now,
            })),
      createdAt: user.createdAt ?? now,
      lastSignInAt: user.lastSignInAt,
      validSince: Math.floor(now / 1000),
    }
  }
}

function passwordHashOf(password: ImportedUser['password']): string | undefined {
  switch (password?.kind) {
    case undefined:
      return undefined
    case 'foreign':
      validateForeignHash(password.hash)
      return encodeForeignHash(password.hash)
    case 'argon2id':
      validateOwnHash(password.hash)
      return password.hash
    case 'stored':
      return parseStoredHash(password.hash)
  }
}
