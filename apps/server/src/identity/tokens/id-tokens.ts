import type { OperatorRole } from '../../access/caller.ts'
import type { Clock } from '../../lib/ambient.ts'
import type { Account } from '../accounts/account.ts'
import type { AccountChanges } from '../accounts/account-changes.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { isOperatorRole, OPERATOR_ROLE_CLAIM, PROVEN_AT_CLAIM, SESSION_CLAIM } from '../accounts/custom-claims.ts'
import { accountClaims, idTokenIssuer, operatorClaims, sessionCookieIssuer } from './id-token-claims.ts'
import { identityError } from '../identity-error.ts'
import { decodeJwt, type DecodedJwt, encodeSignedJwt, encodeUnsignedJwt, hasRs256Signature } from './jwt.ts'
import type { OperatorSession, OperatorSessions } from '../sessions/operator-sessions.ts'
import { projectOf, type Realm, realmOf } from '../realm.ts'
import type { UsedSecondFactor } from '../sign-in/second-factor.ts'
import { assertEnabled, type Session } from '../sessions/sessions.ts'
import type { SigningKeys } from './signing-keys.ts'
import { TokenCache } from './token-cache.ts'

/** What an ID token says, once it was verified. */
export interface VerifiedIdToken {
  readonly uid: string
  /** Whose account: the project's, or one of its tenants'. */
  readonly realm: Realm
  /** Of a member of the project's team in an operator session; undefined for accounts. */
  readonly role: OperatorRole | undefined
  readonly sessionId: string | undefined
  readonly signInProvider: string
  readonly secondFactor: UsedSecondFactor | undefined
  /** Seconds since the epoch, all four. What was issued before an account's `validSince` is over: that goes by `authTime`. */
  readonly authTime: number
  /** When the user last proved who they are; a change of the account that begins its session anew does not move it. */
  readonly provenAt: number
  readonly issuedAt: number
  readonly expiresAt: number
  /** Of the account when the token was found to stand; undefined where there is none. */
  readonly revocations: number | undefined
  /** The whole payload, as security rules see it in `request.auth.token`. */
  readonly payload: Readonly<Record<string, unknown>>
}

/** Whether a session of the account was not ended. */
type HasSession = (realm: Realm, account: Account, sessionId: string) => Promise<boolean>

interface CachedToken extends VerifiedIdToken {
  readonly isUnsigned: boolean
  readonly standingCheckedAt: number
}

const CACHED_TOKENS_MAX = 4_096
/** How late a change by another node is noticed; those of this process are at once. */
const STANDING_CHECKED_FOR_MS = 2_000
const CLOCK_SKEW_SECONDS = 300
const UID_CHARACTERS_MAX = 128
const DELETED_KEPT_MAX = 10_000

/**
 * ID tokens: issued, and verified. Under `hearth dev` they are unsigned, as the vendor's emulator makes them; those of the console,
 * whose users have roles, are signed in both modes.
 */
export class IdTokens {
  readonly #mode: 'start' | 'dev'
  readonly #consoleProject: string
  readonly #keys: SigningKeys
  readonly #accounts: Accounts
  readonly #operators: OperatorSessions
  readonly #hasSession: HasSession
  readonly #clock: Clock
  readonly #cache = new TokenCache<CachedToken>(CACHED_TOKENS_MAX)
  /** How often what was verified of an account stopped to count. */
  #endings = 0
  /** Under `hearth dev` a token needs no account, so those that had one and lost it are remembered. */
  readonly #deleted = new Set<string>()

  constructor(options: {
    mode: 'start' | 'dev'
    consoleProject: string
    keys: SigningKeys
    accounts: Accounts
    operators: OperatorSessions
    hasSession: HasSession
    changes: AccountChanges
    clock: Clock
  }) {
    this.#mode = options.mode
    this.#consoleProject = options.consoleProject
    this.#keys = options.keys
    this.#accounts = options.accounts
    this.#operators = options.operators
    this.#hasSession = options.hasSession
    this.#clock = options.clock
    options.keys.withdrawn.subscribe((project) => this.forget(project))
    options.changes.subscribe(({ project, realm, uid, kind }) => {
      if (kind === 'updated') return
      this.#endings++
      this.#cache.forgetAccount(project, uid)
      if (this.#mode === 'dev') this.#rememberDeleted(`${realm}/${uid}`, kind === 'deleted')
    })
  }

  /** Nothing that was verified of the project's tokens so far counts. */
  forget(project: string): void {
    this.#endings++
    this.#cache.forgetProject(project)
  }

  /** `lifeSeconds` is what the client is told as `expiresIn`. */
  async issue(realm: Realm, session: Session): Promise<{ idToken: string; lifeSeconds: number }> {
    return await this.#encode(projectOf(realm), accountClaims(realm, session, this.#clock.nowMs()))
  }

  async issueForOperator(project: string, session: OperatorSession): Promise<{ idToken: string; lifeSeconds: number }> {
    return await this.#encode(project, operatorClaims(project, session, this.#clock.nowMs()))
  }

  /** A session cookie: the claims of a verified ID token under the issuer of cookies. */
  async issueSessionCookie(project: string, token: VerifiedIdToken, lifeSeconds: number): Promise<string> {
    const issuedAt = Math.floor(this.#clock.nowMs() / 1000)
    const payload = { ...token.payload, iss: sessionCookieIssuer(project), iat: issuedAt, exp: issuedAt + lifeSeconds }
    return (await this.#encode(project, payload)).idToken
  }

  /** Whether the token was verified a short while ago, so that nobody need wonder what it is. */
  isKnown(project: string, token: string): boolean {
    return this.#cache.get(project, token) !== undefined
  }

  /** A user's token that was verified a moment ago and counts, at once; undefined where somebody has to be asked, or it may be refused. */
  findVerified(project: string, token: string): VerifiedIdToken | undefined {
    const cached = this.#cache.get(project, token)
    if (cached === undefined || cached.isUnsigned || cached.role !== undefined) return undefined
    const now = this.#clock.nowMs()
    return now < cached.expiresAt * 1000 && wasCheckedLately(cached, now) ? cached : undefined
  }

  /**
   * Throws `INVALID_ID_TOKEN` for what this project did not issue, `TOKEN_EXPIRED` for what is over or revoked, `USER_DISABLED` and
   * `USER_NOT_FOUND`. With `acceptMock` (which only `hearth dev` heeds) an unsigned token may be expired, of any project and of
   * a user without an account: the vendor's test library makes such tokens; an expired one is told to expire never. `idleMs` ago somebody was last
   * at the page that asks; `Infinity` tells of nobody and is no use of an operator session.
   */
  async verifyIdToken(
    project: string,
    token: string,
    options: { acceptMock?: boolean; idleMs?: number } = {},
  ): Promise<VerifiedIdToken> {
    const now = this.#clock.nowMs()
    const endingsBefore = this.#endings
    const cached = this.#cache.get(project, token)
    let verified = cached ?? (await this.#verifySignature(project, token))
    const isMock = options.acceptMock === true && verified.isUnsigned
    if (!isMock) {
      if (verified.isUnsigned) assertOfProject(project, verified.payload)
      if (now >= verified.expiresAt * 1000) {
        this.#cache.forget(project, token)
        throw identityError('TOKEN_EXPIRED')
      }
    }
    const checkedBefore = cached !== undefined && wasCheckedLately(cached, now)
    if (verified.role !== undefined) {
      // Asked each time, because each time counts as a use.
      await this.#operators.use(project, verified.uid, verified.sessionId ?? '', options.idleMs)
    } else if (!checkedBefore) {
      verified = { ...verified, revocations: await this.#checkStanding(verified, isMock) }
    }
    // The account may have been read before one of them.
    const isStanding = endingsBefore === this.#endings
    if (!checkedBefore && isStanding) this.#cache.set(project, token, { ...verified, standingCheckedAt: now })
    // A mock that counts although it has expired never will.
    return isMock && now >= verified.expiresAt * 1000 ? { ...verified, expiresAt: Infinity } : verified
  }

  /** Whether the account of a token that was verified before still lets it count. Throws as `verifyIdToken` does. */
  async assertStanding(project: string, payload: Readonly<Record<string, unknown>>): Promise<void> {
    const isEmulated = this.#isEmulated(project)
    await this.#checkStanding(readPayload(project, payload, isEmulated), isEmulated)
  }

  #isEmulated(project: string): boolean {
    return this.#mode === 'dev' && project !== this.#consoleProject
  }

  async #encode(project: string, payload: Record<string, unknown>): Promise<{ idToken: string; lifeSeconds: number }> {
    const lifeSeconds = Number(payload['exp']) - Number(payload['iat'])
    if (this.#isEmulated(project)) return { idToken: encodeUnsignedJwt(payload), lifeSeconds }
    return { idToken: await encodeSignedJwt(payload, await this.#keys.current(project)), lifeSeconds }
  }

  async #verifySignature(project: string, token: string): Promise<CachedToken> {
    const jwt = decodeJwt(token)
    if (jwt === undefined) throw identityError('INVALID_ID_TOKEN')
    const isUnsigned = this.#isEmulated(project) && jwt.header['alg'] === 'none' && jwt.signature.length === 0
    if (!isUnsigned) await this.#assertSigned(project, jwt)
    return readPayload(project, jwt.payload, isUnsigned)
  }

  async #assertSigned(project: string, { header, payload, signature, signed }: DecodedJwt): Promise<void> {
    const kid = header['kid']
    const isOurForm = header['alg'] === 'RS256' && typeof kid === 'string' && header['crit'] === undefined
    if (!isOurForm || signature.length === 0) throw identityError('INVALID_ID_TOKEN')
    const key = await this.#keys.find(project, kid)
    if (key === undefined || !hasRs256Signature({ header, payload, signature, signed }, key.publicKey)) {
      throw identityError('INVALID_ID_TOKEN')
    }
    assertOfProject(project, payload)
    const latest = Math.floor(this.#clock.nowMs() / 1000) + CLOCK_SKEW_SECONDS
    const times = [payload['iat'], payload['exp'], payload['auth_time']]
    if (!times.every((time) => Number.isSafeInteger(time))) throw identityError('INVALID_ID_TOKEN')
    if (Number(payload['iat']) > latest || Number(payload['auth_time']) > latest)
      throw identityError('INVALID_ID_TOKEN')
  }

  /** How often the sessions of the token's account were all ended so far. */
  async #checkStanding(token: VerifiedIdToken, isMock: boolean): Promise<number | undefined> {
    const account = await this.#accounts.find(token.realm, token.uid)
    if (account === undefined) {
      if (isMock && !this.#deleted.has(`${token.realm}/${token.uid}`)) return undefined
      throw identityError('USER_NOT_FOUND')
    }
    assertEnabled(account)
    // The mock tokens were issued at the epoch and know of no sign-in.
    const isWithoutTime = isMock && token.issuedAt === 0
    if (!isWithoutTime && token.authTime < account.validSince) throw identityError('TOKEN_EXPIRED')
    if (token.sessionId !== undefined && !(await this.#hasSession(token.realm, account, token.sessionId))) {
      throw identityError('TOKEN_EXPIRED')
    }
    return account.revocations ?? 0
  }

  #rememberDeleted(account: string, isDeleted: boolean): void {
    this.#deleted.delete(account)
    if (!isDeleted) return
    this.#deleted.add(account)
    const oldest = this.#deleted.keys().next()
    if (this.#deleted.size > DELETED_KEPT_MAX && !oldest.done) this.#deleted.delete(oldest.value)
  }
}

function readPayload(project: string, payload: Readonly<Record<string, unknown>>, isUnsigned: boolean): CachedToken {
  // A token of the vendor's test library may name its user in one of the two only.
  const uid = payload['sub'] ?? (isUnsigned ? payload['user_id'] : undefined)
  if (typeof uid !== 'string' || uid === '' || uid.length > UID_CHARACTERS_MAX) throw identityError('INVALID_ID_TOKEN')
  const firebase = payload['firebase']
  const about = typeof firebase === 'object' && firebase !== null ? (firebase as Readonly<Record<string, unknown>>) : {}
  const signInProvider = about['sign_in_provider']
  const tenant = about['tenant']
  const [factorKind, factorId] = [about['sign_in_second_factor'], about['second_factor_identifier']]
  const hasFactor = (factorKind === 'phone' || factorKind === 'totp') && typeof factorId === 'string'
  const role = payload[OPERATOR_ROLE_CLAIM]
  if (role !== undefined && !isOperatorRole(role)) throw identityError('INVALID_ID_TOKEN')
  const sessionId = payload[SESSION_CLAIM]
  return {
    uid,
    realm: realmOf(project, typeof tenant === 'string' ? tenant : undefined),
    role,
    sessionId: typeof sessionId === 'string' ? sessionId : undefined,
    signInProvider: typeof signInProvider === 'string' ? signInProvider : 'custom',
    secondFactor: hasFactor ? { kind: factorKind, id: factorId } : undefined,
    authTime: secondsOf(payload['auth_time']),
    provenAt: Math.min(secondsOf(payload['auth_time']), secondsOf(payload[PROVEN_AT_CLAIM] ?? payload['auth_time'])),
    issuedAt: secondsOf(payload['iat']),
    expiresAt: secondsOf(payload['exp']),
    revocations: undefined,
    payload,
    isUnsigned,
    standingCheckedAt: 0,
  }
}

function assertOfProject(project: string, payload: Readonly<Record<string, unknown>>): void {
  if (payload['aud'] !== project || payload['iss'] !== idTokenIssuer(project)) throw identityError('INVALID_ID_TOKEN')
}

function secondsOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}

function wasCheckedLately({ standingCheckedAt }: CachedToken, nowMs: number): boolean {
  return Math.abs(nowMs - standingCheckedAt) < STANDING_CHECKED_FOR_MS
}
