import { StatusError } from '@hearth/model'
import type { Clock, Random } from '../../lib/ambient.ts'
import type { Account } from './account.ts'
import { editAccount, type AccountEdit } from './account-edit.ts'
import { newUid, parseEmail, parsePhoneNumber } from './account-fields.ts'
import type { AccountIdentifier } from './account-record.ts'
import type { Accounts, NewAccount } from './accounts.ts'
import type { IdTokens } from '../tokens/id-tokens.ts'
import { identityError } from '../identity-error.ts'
import type { IdentitySettings } from '../identity-settings.ts'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import { validatePassword } from '../passwords/password-policy.ts'
import { projectOf } from '../realm.ts'
import { type SecondFactor, SECOND_FACTORS_MAX } from '../sign-in/second-factor.ts'
import type { Sessions } from '../sessions/sessions.ts'

/** A second factor as an administrator names it: a number, or the id of one that is to stay. */
export interface WantedFactor {
  readonly id?: string | undefined
  readonly displayName?: string | undefined
  readonly phoneNumber?: string | undefined
  readonly enrolledAt?: number | undefined
}

export type AdminEdit = AccountEdit & {
  /** All that the account is to have. */
  readonly secondFactors?: readonly WantedFactor[] | undefined
  readonly password?: string | undefined
  /** Seconds: sessions from before end. */
  readonly validSince?: number | undefined
}

export type LookUp = AccountIdentifier | { readonly kind: 'uid'; readonly uid: string }

const COOKIE_SECONDS_MIN = 5 * 60
const COOKIE_SECONDS_MAX = 14 * 24 * 60 * 60

/** What administrators do with the accounts of a project. Who may is asked before. */
export class AccountAdministration {
  readonly #accounts: Accounts
  readonly #sessions: Sessions
  readonly #tokens: IdTokens
  readonly #settings: IdentitySettings
  readonly #hasher: PasswordHasher
  readonly #clock: Clock
  readonly #random: Random

  constructor(options: {
    accounts: Accounts
    sessions: Sessions
    tokens: IdTokens
    settings: IdentitySettings
    hasher: PasswordHasher
    clock: Clock
    random: Random
  }) {
    this.#accounts = options.accounts
    this.#sessions = options.sessions
    this.#tokens = options.tokens
    this.#settings = options.settings
    this.#hasher = options.hasher
    this.#clock = options.clock
    this.#random = options.random
  }

  /** Those that there are, each once, in the order asked for. Throws what the parsers of the identifiers throw. */
  async lookUp(project: string, wanted: readonly LookUp[]): Promise<Account[]> {
    const found = new Map<string, Account>()
    for (const one of wanted) {
      const account = await this.#find(project, one)
      if (account !== undefined) found.set(account.uid, account)
    }
    return [...found.values()]
  }

  /** Creates an account. Throws what `Accounts.create` throws, `INVALID_PHONE_NUMBER`, `SECOND_FACTOR_LIMIT_EXCEEDED`. */
  async create(
    project: string,
    wanted: Omit<NewAccount, 'project'>,
    factors: readonly WantedFactor[],
  ): Promise<Account> {
    const secondFactors = this.#factorsOf([], factors)
    return await this.#accounts.create({ project, ...wanted, secondFactors })
  }

  /**
   * Ends the account's sessions when the e-mail address or the password changes, when it is disabled, and by `validSince`.
   * Throws `USER_NOT_FOUND`, what belongs to another account, and what `validatePassword` and the fields' parsers throw.
   */
  async update(project: string, uid: string, edit: AdminEdit): Promise<Account> {
    const { password } = edit
    const before = await this.#accounts.get(project, uid)
    const wanted = edit.secondFactors
    const edited = (current: Account): Account => ({
      ...editAccount(current, edit),
      ...(wanted !== undefined && { secondFactors: this.#factorsOf(current.secondFactors ?? [], wanted) }),
    })
    // What is wrong with the edit is found before the password is hashed, which is dear.
    edited(before)
    const passwordFields = password === undefined ? undefined : await this.#hashNew(project, password)
    const change = (current: Account): Account => ({ ...edited(current), ...passwordFields })
    const changed = change(before)
    const now = Math.floor(this.#clock.nowMs() / 1000)
    const endsSessions =
      passwordFields !== undefined ||
      changed.email !== before.email ||
      (changed.disabled && !before.disabled) ||
      // The second under way is not over: whoever ends the sessions of now means those begun within it as well.
      (edit.validSince !== undefined && edit.validSince >= now)
    if (endsSessions) return await this.#sessions.endAll(project, uid, change)

    const isEnabled = before.disabled && !changed.disabled
    const kind = edit.validSince !== undefined || isEnabled ? 'revoked' : 'updated'
    return await this.#accounts.update(project, uid, kind, (current) => {
      const after = change(current)
      const validSince = Math.max(after.validSince, edit.validSince ?? 0)
      return { account: { ...after, validSince } }
    })
  }

  /** What could not be deleted, by its place in the list. Accounts that don't exist count as deleted. */
  async deleteMany(
    project: string,
    uids: readonly string[],
    options: { force: boolean },
  ): Promise<{ index: number; uid: string; error: StatusError }[]> {
    const failures: { index: number; uid: string; error: StatusError }[] = []
    for (const [index, uid] of uids.entries()) {
      try {
        await this.#accounts.delete(project, uid, {
          allow(account) {
            if (!options.force && !account.disabled) throw identityError('NOT_DISABLED')
          },
        })
      } catch (error) {
        if (!(error instanceof StatusError)) throw error
        if (error.reason !== 'USER_NOT_FOUND') failures.push({ index, uid, error })
      }
    }
    return failures
  }

  /** A session cookie for the holder of an ID token. Throws `INVALID_DURATION` and what `verifyIdToken` throws. */
  async createSessionCookie(project: string, idToken: string, lifeSeconds: number): Promise<string> {
    if (!(lifeSeconds >= COOKIE_SECONDS_MIN && lifeSeconds <= COOKIE_SECONDS_MAX))
      throw identityError('INVALID_DURATION')
    const token = await this.#tokens.verifyIdToken(projectOf(project), idToken)
    if (token.realm !== project) throw identityError('TENANT_ID_MISMATCH')
    if (token.role !== undefined) {
      throw identityError('OPERATION_NOT_ALLOWED', 'An operator session can not be turned into a session cookie.')
    }
    return await this.#tokens.issueSessionCookie(projectOf(project), token, Math.floor(lifeSeconds))
  }

  async #find(project: string, wanted: LookUp): Promise<Account | undefined> {
    switch (wanted.kind) {
      case 'uid':
        return await this.#accounts.find(project, wanted.uid)
      case 'email':
        return await this.#accounts.findBy(project, { kind: 'email', email: parseEmail(wanted.email) })
      case 'phone':
        return await this.#accounts.findBy(project, {
          kind: 'phone',
          phoneNumber: parsePhoneNumber(wanted.phoneNumber),
        })
      case 'provider':
      case 'passkey':
        return await this.#accounts.findBy(project, wanted)
    }
  }

  #factorsOf(current: readonly SecondFactor[], wanted: readonly WantedFactor[]): SecondFactor[] | undefined {
    if (wanted.length > SECOND_FACTORS_MAX) throw identityError('SECOND_FACTOR_LIMIT_EXCEEDED')
    const factors = wanted.map((factor): SecondFactor => {
      const known = current.find(({ id }) => id === factor.id)
      if (known !== undefined && factor.phoneNumber === undefined) return known
      return {
        kind: 'phone',
        id: factor.id ?? newUid(this.#random),
        displayName: factor.displayName,
        phoneNumber: parsePhoneNumber(factor.phoneNumber ?? ''),
        enrolledAt: factor.enrolledAt ?? this.#clock.nowMs(),
      }
    })
    return factors.length === 0 ? undefined : factors
  }

  async #hashNew(project: string, password: string): Promise<Pick<Account, 'passwordHash' | 'passwordUpdatedAt'>> {
    validatePassword((await this.#settings.get(project)).passwordPolicy, password)
    const passwordHash = await this.#hasher.hash(password, { project: projectOf(project), address: undefined })
    return { passwordHash, passwordUpdatedAt: this.#clock.nowMs() }
  }
}
