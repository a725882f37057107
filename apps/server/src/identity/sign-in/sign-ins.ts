import { StatusError } from '@hearth/model'
import type { Clock } from '../../lib/ambient.ts'
import { BoundedCache } from '../../lib/bounded-cache.ts'
import type { Account } from '../accounts/account.ts'
import { parseEmail } from '../accounts/account-fields.ts'
import type { Admission } from './admission.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { AttemptLimiter, NetworkLimiter } from '../passwords/attempt-limiter.ts'
import type { FailurePadding } from '../passwords/failure-padding.ts'
import type { IdTokens, VerifiedIdToken } from '../tokens/id-tokens.ts'
import { identityError } from '../identity-error.ts'
import type { IdentitySettings } from '../identity-settings.ts'
import { networkOf, networksOf } from '../../lib/network-of.ts'
import { isKnownNetwork, withKnownNetwork } from './known-networks.ts'
import type { OperatorSession, OperatorSessions } from '../sessions/operator-sessions.ts'
import { PASSKEY_PROVIDER } from '../passkeys/passkey.ts'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import { unmetRequirements } from '../passwords/password-policy.ts'
import type { ProjectCustomTokens, VerifiedCustomToken } from '../tokens/project-custom-tokens.ts'
import { projectOf, realmOf, tenantOf } from '../realm.ts'
import { parseRefreshToken } from '../sessions/refresh-token.ts'
import type { RequestOrigin } from './request-origin.ts'
import { factorsOf, type SecondFactorSignIn } from './second-factor-sign-in.ts'
import { assertEnabled, type Session, type Sessions, type SignInMethod } from '../sessions/sessions.ts'
import { decodeForeignHash } from '../passwords/stored-hash.ts'
import { assertStillOpen } from '../tokens/token-holders.ts'

/** A session with the tokens its client needs. */
export interface IssuedSession {
  readonly uid: string
  /** Undefined in an operator session. */
  readonly account: Account | undefined
  readonly idToken: string
  readonly refreshToken: string
  /** Of the ID token, in seconds. */
  readonly lifeSeconds: number
}

/** The first factor was right, and the account asks for a second one. */
export interface PendingSecondFactor {
  readonly uid: string
  readonly account: Account
  /** What the second factor is to be brought with. */
  readonly pendingCredential: string
}

/** How somebody comes in, and from where. */
export interface Entry {
  readonly method: SignInMethod
  readonly origin: RequestOrigin
}

export type SignInOutcome = IssuedSession | PendingSecondFactor

const MINUTE_MS = 60_000
/** Networks that somebody signed in from, of all accounts. */
const KNOWN_NETWORKS_MAX = 50_000
/** Further guesses at an account that is held up, one from each site. */
const GRACES_PER_HOUR = 20
/** Whoever vouches with these has no second factor to give; who has a passkey and is verified by it has given two. */
const withoutSecondFactor: ReadonlySet<string> = new Set(['custom', 'anonymous', PASSKEY_PROVIDER])

/** Ways in: creating an account, signing in, going on with a session. */
export class SignIns {
  readonly #accounts: Accounts
  readonly #sessions: Sessions
  readonly #operators: OperatorSessions
  readonly #tokens: IdTokens
  readonly #admission: Admission
  readonly #secondFactors: SecondFactorSignIn
  readonly #customTokens: ProjectCustomTokens
  readonly #settings: IdentitySettings
  readonly #hasher: PasswordHasher
  readonly #padding: FailurePadding
  readonly #limited: boolean
  /** Of an account from a network, and from the wider ones around it. */
  readonly #failures: NetworkLimiter
  /** Of all projects and e-mail addresses: who tries many has a new count at each of them. */
  readonly #networkFailures: NetworkLimiter
  /** Of an account, from wherever; the networks that its owner comes from are not held up by those of others. */
  readonly #accountFailures: AttemptLimiter
  /** Of a site at an account that is held up, and of all sites at it: others' guesses are not to keep its owner out. */
  readonly #siteGraces: AttemptLimiter
  readonly #graces: AttemptLimiter
  readonly #knownNetworks = new BoundedCache<true>(KNOWN_NETWORKS_MAX)
  readonly #signUps: NetworkLimiter | undefined

  /** `limited` is false under `hearth dev`, where test suites sign in thousands of times. */
  constructor(options: {
    accounts: Accounts
    sessions: Sessions
    operators: OperatorSessions
    tokens: IdTokens
    admission: Admission
    secondFactors: SecondFactorSignIn
    customTokens: ProjectCustomTokens
    settings: IdentitySettings
    hasher: PasswordHasher
    padding: FailurePadding
    clock: Clock
    /** Of one network in one project; undefined for as many as come. */
    signUpsPerHour: number | undefined
    /** Of one account from one address in ten minutes. */
    failedSignIns: number
    limited: boolean
  }) {
    this.#accounts = options.accounts
    this.#sessions = options.sessions
    this.#operators = options.operators
    this.#tokens = options.tokens
    this.#admission = options.admission
    this.#secondFactors = options.secondFactors
    this.#customTokens = options.customTokens
    this.#settings = options.settings
    this.#hasher = options.hasher
    this.#padding = options.padding
    this.#limited = options.limited
    const { clock } = options
    this.#failures = new NetworkLimiter(
      { attempts: options.failedSignIns, windowMs: 10 * MINUTE_MS, waits: { firstMs: 30_000, maxMs: 15 * MINUTE_MS } },
      clock,
    )
    // Many people can be behind one address, and some of them mistype. A success doesn't end the count: with an account of one's own
    // all guesses would be free.
    this.#networkFailures = new NetworkLimiter(
      { attempts: 200, windowMs: 10 * MINUTE_MS, waits: { firstMs: 5_000, maxMs: 15 * MINUTE_MS } },
      clock,
    )
    // With the waits that follow, fewer than a hundred guesses a day, besides the graces.
    this.#accountFailures = new AttemptLimiter(
      { attempts: 70, windowMs: 24 * 60 * MINUTE_MS, waits: { firstMs: MINUTE_MS, maxMs: 60 * MINUTE_MS } },
      clock,
    )
    // Some networks can't keep an owner out who comes from a new one; many may, for as many would guess as often as they like.
    this.#siteGraces = new AttemptLimiter({ attempts: 1, windowMs: 60 * MINUTE_MS, waits: undefined }, clock)
    this.#graces = new AttemptLimiter({ attempts: GRACES_PER_HOUR, windowMs: 60 * MINUTE_MS, waits: undefined }, clock)
    this.#signUps =
      options.signUpsPerHour === undefined
        ? undefined
        : new NetworkLimiter({ attempts: options.signUpsPerHour, windowMs: 60 * MINUTE_MS, waits: undefined }, clock)
  }

  /**
   * Creates an account with a password, or without both an anonymous one.
   * Throws `ADMIN_ONLY_OPERATION` and `OPERATION_NOT_ALLOWED` by the project's settings, `MISSING_EMAIL`, `MISSING_PASSWORD`, what
   * `Admission.create` throws, and `TOO_MANY_ATTEMPTS_TRY_LATER`.
   */
  async signUp(
    project: string,
    wanted: {
      email?: string | undefined
      password?: string | undefined
      displayName?: string | undefined
      photoUrl?: string | undefined
    },
    origin: RequestOrigin,
  ): Promise<SignInOutcome> {
    const isAnonymous = wanted.email === undefined && wanted.password === undefined
    const settings = await this.#settings.get(project)
    if (!settings.signUp) throw identityError('ADMIN_ONLY_OPERATION', 'New accounts are made by an administrator only.')
    if (isAnonymous && !settings.anonymous) {
      throw identityError('ADMIN_ONLY_OPERATION', 'Anonymous accounts are switched off for this project.')
    }
    if (!isAnonymous) {
      if (!settings.passwordSignIn) throw identityError('OPERATION_NOT_ALLOWED', PASSWORDS_ARE_OFF)
      if (!wanted.email) throw identityError('MISSING_EMAIL')
      if (!wanted.password) throw identityError('MISSING_PASSWORD')
    }
    const { address } = origin
    this.countSignUp(project, address)
    const method = { signInProvider: isAnonymous ? 'anonymous' : 'password' }
    const account = await this.#admission.create({ project, ...wanted, address }, method, origin)
    return await this.complete(project, account.uid, { method, origin })
  }

  /**
   * Counts an account that begins to have an address, from a network. Failed ones count as well: they would tell which addresses have an
   * account. Throws `TOO_MANY_ATTEMPTS_TRY_LATER`.
   */
  countSignUp(project: string, address: string): void {
    if (this.#limited && this.#signUps !== undefined) AttemptLimiter.spend(this.#signUps.at(address, project))
  }

  /**
   * The password of an account was set anew by its mailbox: wrong guesses at the one before, from wherever, hold nobody up. What a network
   * has guessed at all accounts counts on.
   */
  forgetGuesses(project: string, email: string, { address }: RequestOrigin): void {
    const target = `${project}/${email}`
    this.#accountFailures.forget(target)
    this.#failures.forget(address, target)
  }

  /**
   * Throws `INVALID_LOGIN_CREDENTIALS`, or without e-mail privacy `EMAIL_NOT_FOUND` and `INVALID_PASSWORD`; `USER_DISABLED` to whom
   * knows the password; `PASSWORD_DOES_NOT_MEET_REQUIREMENTS` when it must be changed first; `TOO_MANY_ATTEMPTS_TRY_LATER`.
   */
  async signInWithPassword(
    project: string,
    credential: { email: string; password: string },
    origin: RequestOrigin,
  ): Promise<SignInOutcome> {
    const startedAt = performance.now()
    const { password } = credential
    const { address } = origin
    const settings = await this.#settings.get(project)
    if (!settings.passwordSignIn) throw identityError('PASSWORD_LOGIN_DISABLED', PASSWORDS_ARE_OFF)
    const email = parseEmail(credential.email)
    if (password === '') throw identityError('MISSING_PASSWORD')
    const source = `${project}/${email}/${networkOf(address)}`
    const { account, matches } = await this.#judge(project, email, password, address)
    if (account === undefined || !matches) {
      const foreign = account?.passwordHash === undefined ? undefined : decodeForeignHash(account.passwordHash)
      if (foreign !== undefined) {
        await this.#padding.note(project, foreign)
        await this.#padding.learn(project, performance.now() - startedAt)
      }
      await this.#padding.wait(project, startedAt)
      if (settings.emailPrivacy) throw identityError('INVALID_LOGIN_CREDENTIALS')
      throw identityError(account === undefined ? 'EMAIL_NOT_FOUND' : 'INVALID_PASSWORD')
    }
    this.#failures.forget(address, `${project}/${email}`)
    this.#knownNetworks.set(source, true)
    const { passwordPolicy } = settings
    if (passwordPolicy.enforcement === 'ENFORCE' && passwordPolicy.forceUpgradeOnSignIn) {
      const unmet = unmetRequirements(passwordPolicy, password)
      if (unmet.length > 0) {
        const sentence = `Missing password requirements: [${unmet.join(', ')}]`
        throw identityError('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', sentence, { unmet })
      }
    }
    const passwordHash = await this.#ownHash(project, account, password, address)
    await this.#noteNetwork(project, account, passwordHash, address)
    const method = { signInProvider: 'password' }
    return await this.complete(project, account.uid, { method, origin }, (current) => {
      // Changed while it was being checked.
      if (current.passwordHash !== passwordHash || current.email !== email) {
        throw identityError('INVALID_LOGIN_CREDENTIALS')
      }
    })
  }

  /** Makes the account when there is none, unless an operator session is asked for. Throws what `verify` of custom tokens throws. */
  async signInWithCustomToken(
    project: string,
    token: string,
    origin: RequestOrigin,
  ): Promise<SignInOutcome & { readonly isNewUser: boolean }> {
    const verified = await this.#customTokens.verify(projectOf(project), token)
    const { uid, role, claims } = verified
    if (verified.tenant !== tenantOf(project)) throw identityError('TENANT_ID_MISMATCH')
    if (role !== undefined) {
      const { id: tokenId, mintedAt, authTime, provenAt, consoleSession, usedAt } = verified
      if (tokenId === undefined) throw identityError('INVALID_CUSTOM_TOKEN')
      const entry = { uid, role, tokenId, mintedAt, authTime, provenAt, consoleSession, usedAt }
      const session = await this.#operators.begin(project, entry)
      return { ...(await this.#issueForOperator(project, session, session.refreshToken)), isNewUser: false }
    }
    const entry = { method: { signInProvider: 'custom', claims }, origin }
    const isNewUser = await this.#ensureAccount(project, verified, entry)
    return { ...(await this.complete(project, uid, entry)), isNewUser }
  }

  /** Throws `INVALID_REFRESH_TOKEN` for a text that never was one, else what `Sessions.resume` throws. */
  async refresh(project: string, refreshToken: string, device?: string): Promise<IssuedSession> {
    const token = parseRefreshToken(refreshToken)
    if (token === undefined) throw identityError('INVALID_REFRESH_TOKEN')
    const realm = realmOf(project, token.tenant)
    if (token.kind === 'operator') {
      return await this.#issueForOperator(project, await this.#operators.resume(project, token), refreshToken)
    }
    return await this.issue(realm, await this.#sessions.resume(realm, token, device))
  }

  /**
   * Begins a session for whoever has just proved to be the user, unless the account asks for a second factor first. Throws what
   * `Admission.admit` and `Sessions.begin` throw.
   */
  async complete(
    project: string,
    uid: string,
    entry: Entry,
    allow: (account: Account) => void = () => {},
  ): Promise<SignInOutcome> {
    const { method } = entry
    if (!withoutSecondFactor.has(method.signInProvider)) {
      const account = await this.#accounts.get(project, uid)
      if (factorsOf(account).length > 0) {
        assertEnabled(account)
        allow(account)
        return { uid, account, pendingCredential: await this.#secondFactors.begin(project, account, method) }
      }
    }
    const admitted = await this.#admission.admit(project, uid, entry, allow)
    const session = await this.#sessions.begin(project, uid, admitted, (current) => {
      allow(current)
      // Added since the look above.
      const isAsked = factorsOf(current).length > 0 && !withoutSecondFactor.has(method.signInProvider)
      if (isAsked) throw identityError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    })
    return await this.issue(project, session)
  }

  /**
   * How somebody who is signed in, and shows another way in, is to go on; asked before that is added to the account. The second factor of
   * `token` stands for both. Throws what `Admission.admit` throws.
   */
  async admitLinked(
    project: string,
    token: VerifiedIdToken,
    linked: SignInMethod,
    origin: RequestOrigin,
  ): Promise<SignInMethod> {
    // Two proofs of who somebody is: the newer one counts.
    const provenAt = linked.provenAt === undefined ? undefined : Math.max(linked.provenAt, token.provenAt)
    const method = { ...linked, secondFactor: token.secondFactor, provenAt }
    return await this.#admission.admit(project, token.uid, { method, origin })
  }

  /**
   * The session of somebody whom `admitLinked` has admitted; what ended that of `token` meanwhile ends this one too. Throws what
   * `assertStillOpen` and `allow` throw.
   */
  async completeLinked(
    project: string,
    token: VerifiedIdToken,
    method: SignInMethod,
    allow: (account: Account) => void,
  ): Promise<IssuedSession> {
    const session = await this.#sessions.begin(project, token.uid, method, (current) => {
      assertStillOpen(current, token)
      allow(current)
    })
    return await this.issue(project, session)
  }

  async issue(project: string, session: Session): Promise<IssuedSession> {
    await this.#settings.assertOpen(project)
    const { account, refreshToken } = session
    return { uid: account.uid, account, refreshToken, ...(await this.#tokens.issue(project, session)) }
  }

  async #issueForOperator(project: string, session: OperatorSession, refreshToken: string): Promise<IssuedSession> {
    const { idToken, lifeSeconds } = await this.#tokens.issueForOperator(project, session)
    return { uid: session.uid, account: undefined, refreshToken, idToken, lifeSeconds }
  }

  /** Whether the password is that of the account, as far as one more may be tried. Throws `TOO_MANY_ATTEMPTS_TRY_LATER`. */
  async #judge(
    project: string,
    email: string,
    password: string,
    address: string,
  ): Promise<{ account: Account | undefined; matches: boolean }> {
    const target = `${project}/${email}`
    const counts = [...this.#failures.at(address, target), ...this.#networkFailures.at(address)]
    if (!(await this.#isKnown(project, email, address))) {
      if (this.#accountFailures.isBlocked(target)) {
        const site = networksOf(address).at(-1)
        counts.push(this.#siteGraces.at(`${target}/${site}`), this.#graces.at(target))
      } else {
        counts.push(this.#accountFailures.at(target))
      }
    }
    return await AttemptLimiter.take(this.#limited ? counts : [], async (attempt) => {
      try {
        const account = await this.#accounts.findBy(project, { kind: 'email', email })
        const matches = await this.#hasher.verify(password, account?.passwordHash, {
          project: projectOf(project),
          address,
          hasFailedLately: this.#networkFailures.isCounting(address),
        })
        if (matches) attempt.giveBack()
        return { account, matches }
      } catch (error) {
        // Nobody was told anything about the password.
        attempt.giveBack()
        throw error
      }
    })
  }

  /** The account itself is read where others have guessed at it alone. */
  async #isKnown(project: string, email: string, address: string): Promise<boolean> {
    const target = `${project}/${email}`
    if (this.#knownNetworks.get(`${target}/${networkOf(address)}`) !== undefined) return true
    if (!this.#accountFailures.isCounting(target)) return false
    const account = await this.#accounts.findBy(project, { kind: 'email', email })
    return account !== undefined && isKnownNetwork(account, address)
  }

  /** One more write at the first sign-in from a network. A password that was changed meanwhile makes none known. */
  async #noteNetwork(
    project: string,
    account: Account,
    passwordHash: string | undefined,
    address: string,
  ): Promise<void> {
    if (!this.#limited || isKnownNetwork(account, address)) return
    await this.#accounts.update(project, account.uid, 'updated', (current) => ({
      account: current.passwordHash === passwordHash ? withKnownNetwork(current, address) : current,
    }))
  }

  /** A hash from elsewhere is replaced by one of ours when its password is first used. */
  async #ownHash(project: string, account: Account, password: string, address: string): Promise<string | undefined> {
    const { passwordHash } = account
    if (passwordHash === undefined || decodeForeignHash(passwordHash) === undefined) return passwordHash
    const ownHash = await this.#hasher.hash(password, { project: projectOf(project), address })
    const updated = await this.#accounts.update(project, account.uid, 'updated', (current) => ({
      account: current.passwordHash === passwordHash ? { ...current, passwordHash: ownHash } : current,
    }))
    return updated.passwordHash === ownHash ? ownHash : passwordHash
  }

  async #ensureAccount(project: string, { uid }: VerifiedCustomToken, { method, origin }: Entry): Promise<boolean> {
    if ((await this.#accounts.find(project, uid)) !== undefined) return false
    try {
      await this.#admission.create({ project, uid, madeByCustomToken: true }, method, origin)
      return true
    } catch (error) {
      // Another sign-in with the same uid was first.
      if (error instanceof StatusError && error.reason === 'DUPLICATE_LOCAL_ID') return false
      throw error
    }
  }
}

const PASSWORDS_ARE_OFF = 'Sign-in by password is switched off for this project.'
