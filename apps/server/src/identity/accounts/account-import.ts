import { StatusError } from '@hearth/model'
import type { Clock, Random } from '../../lib/ambient.ts'
import type { Account, LinkedProvider } from './account.ts'
import { newUid, parseDisplayName, parseEmail, parsePhoneNumber, parsePhotoUrl, validateUid } from './account-fields.ts'
import type { Accounts } from './accounts.ts'
import { parseClaims } from './custom-claims.ts'
import { type ForeignHash, validateForeignHash } from '../passwords/foreign-hash.ts'
import { identityError } from '../identity-error.ts'
import {
  isCredentialId,
  isPublicKey,
  isUserHandle,
  knownTransports,
  type Passkey,
  PASSKEY_NAME_CHARACTERS_MAX,
  PASSKEYS_MAX,
} from '../passkeys/passkey.ts'
import { parseRelyingParty } from '../passkeys/relying-party.ts'
import { type SecondFactor, SECOND_FACTORS_MAX } from '../sign-in/second-factor.ts'
import type { TotpSecrets } from '../sign-in/totp.ts'
import type { FailurePadding } from '../passwords/failure-padding.ts'
import { decodeForeignHash, encodeForeignHash, parseStoredHash } from '../passwords/stored-hash.ts'

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
  readonly madeByCustomToken?: boolean | undefined
  readonly providers: readonly ImportedProvider[]
  readonly secondFactors: readonly ImportedFactor[]
  readonly passkeys?: readonly ImportedPasskey[] | undefined
  readonly password?:
    | { readonly kind: 'foreign'; readonly hash: ForeignHash }
    /** As another server of ours keeps it. */
    | { readonly kind: 'stored'; readonly hash: string }
    | undefined
  /** Milliseconds. */
  readonly createdAt?: number | undefined
  readonly lastSignInAt?: number | undefined
}

/** As it comes, maybe without its names. */
export type ImportedProvider = Omit<LinkedProvider, 'providerId' | 'rawId'> & {
  readonly providerId?: string | undefined
  readonly rawId?: string | undefined
}

/** By a number, or by the secret of an authenticator app (base32, as `batchGet` gives it to server credentials that ask for it). */
export interface ImportedFactor {
  readonly id?: string | undefined
  readonly phoneNumber?: string | undefined
  readonly totpSecret?: string | undefined
  readonly displayName?: string | undefined
  /** Milliseconds. */
  readonly enrolledAt?: number | undefined
}

/** As `batchGet` gives it to server credentials; maybe without what it can't do without. */
export type ImportedPasskey = { readonly [Name in keyof Passkey]?: Passkey[Name] | undefined }

export interface ImportFailure {
  readonly index: number
  readonly error: StatusError
}

/** 80 to 640 bits: as short as the oldest apps had them, as long as a block of the hash (RFC 4226, RFC 2104). */
const totpSecretPattern = /^[A-Z2-7]{16,128}$/
/** So many users are written at the same time. */
const AT_ONCE = 32

/** Takes over users whole, with the hashes of the passwords they have. */
export class AccountImport {
  readonly #accounts: Accounts
  readonly #padding: FailurePadding
  readonly #totpSecrets: TotpSecrets
  readonly #clock: Clock
  readonly #random: Random

  constructor(options: {
    accounts: Accounts
    padding: FailurePadding
    totpSecrets: TotpSecrets
    clock: Clock
    random: Random
  }) {
    this.#accounts = options.accounts
    this.#padding = options.padding
    this.#totpSecrets = options.totpSecrets
    this.#clock = options.clock
    this.#random = options.random
  }

  /**
   * What could not be taken over, by its place in the list. A user whose uid there is already is replaced, and its sessions end; unless
   * `replaces` is false: then that is a failure, `DUPLICATE_LOCAL_ID`. Of users with one uid the last stays.
   */
  async import(
    realm: string,
    users: readonly ImportedUser[],
    { replaces }: { replaces: boolean },
  ): Promise<ImportFailure[]> {
    const failures: ImportFailure[] = []
    // Those with one uid are written one after another.
    const waiting = Map.groupBy(users.entries(), ([, { uid }]) => uid).values()
    const work = async (): Promise<void> => {
      for (const group of waiting) for (const [index, user] of group) await write(index, user)
    }
    const write = async (index: number, user: ImportedUser): Promise<void> => {
      try {
        const account = this.#accountOf(realm, user)
        const foreign = account.passwordHash === undefined ? undefined : decodeForeignHash(account.passwordHash)
        if (foreign !== undefined) await this.#padding.note(realm, foreign)
        await this.#accounts.put(realm, account, { replaces })
      } catch (error) {
        if (!(error instanceof StatusError)) throw error
        failures.push({ index, error })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return failures.toSorted((one, other) => one.index - other.index)
  }

  #accountOf(realm: string, user: ImportedUser): Account {
    const now = this.#clock.nowMs()
    validateUid(user.uid)
    if (user.secondFactors.length > SECOND_FACTORS_MAX) throw identityError('SECOND_FACTOR_LIMIT_EXCEEDED')
    const { passkeys = [] } = user
    if (passkeys.length > PASSKEYS_MAX) throw identityError('PASSKEY_LIMIT_EXCEEDED')
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
      providers: user.providers.map(linkedProvider),
      secondFactors:
        user.secondFactors.length === 0
          ? undefined
          : user.secondFactors.map((factor) => this.#factorOf(realm, user.uid, factor, now)),
      passkeys: passkeys.length === 0 ? undefined : passkeys.map((passkey) => importedPasskey(passkey, now)),
      madeByCustomToken: user.madeByCustomToken === true ? true : undefined,
      createdAt: user.createdAt ?? now,
      lastSignInAt: user.lastSignInAt,
      validSince: Math.floor(now / 1000),
    }
  }

  #factorOf(realm: string, uid: string, factor: ImportedFactor, now: number): SecondFactor {
    const { id = newUid(this.#random), displayName, enrolledAt = now, phoneNumber, totpSecret } = factor
    const shared = { id, displayName, enrolledAt }
    if (phoneNumber !== undefined) return { ...shared, kind: 'phone', phoneNumber: parsePhoneNumber(phoneNumber) }
    if (totpSecret === undefined || !totpSecretPattern.test(totpSecret)) throw identityError('INVALID_SECOND_FACTOR')
    return { ...shared, kind: 'totp', secret: this.#totpSecrets.seal(realm, uid, totpSecret) }
  }
}

function linkedProvider({ providerId, rawId, ...others }: ImportedProvider): LinkedProvider {
  if (!providerId || !rawId) {
    throw identityError('INVALID_PROVIDER_ID', 'A linked provider has a providerId and a rawId.')
  }
  return { providerId, rawId, ...others }
}

function importedPasskey(passkey: ImportedPasskey, now: number): Passkey {
  const { id = '', name = '', rpId = '', publicKey = '', counter = 0, userHandle = '' } = passkey
  const isWhole = isCredentialId(id) && isPublicKey(publicKey) && isUserHandle(userHandle) && counter >= 0
  if (!isWhole || name.length > PASSKEY_NAME_CHARACTERS_MAX) throw identityError('INVALID_PASSKEY')
  parseRelyingParty({ rpId, origins: [] })
  const { transports, enrolledAt = now, lastUsedAt } = passkey
  return {
    id,
    name,
    publicKey,
    counter,
    rpId,
    userHandle,
    transports: knownTransports(transports),
    enrolledAt,
    lastUsedAt,
  }
}

function passwordHashOf(password: ImportedUser['password']): string | undefined {
  switch (password?.kind) {
    case undefined:
      return undefined
    case 'foreign':
      validateForeignHash(password.hash)
      return encodeForeignHash(password.hash)
    case 'stored':
      return parseStoredHash(password.hash)
  }
}
