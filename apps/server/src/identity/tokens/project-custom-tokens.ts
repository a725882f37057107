import { StatusError } from '@hearth/model'
import type { OperatorRole } from '../../access/caller.ts'
import type { Clock, Random } from '../../lib/ambient.ts'
import { validateUid } from '../accounts/account-fields.ts'
import {
  AUTH_TIME_CLAIM,
  isOperatorRole,
  OPERATOR_ROLE_CLAIM,
  PROVEN_AT_CLAIM,
  USED_AT_CLAIM,
  SESSION_CLAIM,
  validateClaims,
} from '../accounts/custom-claims.ts'
import { identityError } from '../identity-error.ts'
import { tryParseOutsideObject } from '../../lib/outside-json.ts'
import { decodeJwt, encodeSignedJwt, hasRs256Signature } from './jwt.ts'
import { ServiceKeys } from './service-keys.ts'
import type { SigningKeys } from './signing-keys.ts'

/** What other services may ask of a project's token keys. */
export interface CustomTokens {
  /**
   * A custom token of the project, valid for an hour. With the claim `hearth_role` its sign-in becomes an operator session: no account is
   * made for it, look-up and refresh answer for it, and it ends after an hour or after 15 idle minutes. The claim `auth_time` beside it
   * says when the person signed in (seconds), and `hearth_used_at` when somebody was last at their page; without them that is now.
   */
  mint(project: string, uid: string, claims?: Readonly<Record<string, unknown>>): Promise<string>
}

/** What a valid custom token asks for. */
export interface VerifiedCustomToken {
  readonly uid: string
  readonly tenant: string | undefined
  /** Undefined when there are none. */
  readonly claims: Readonly<Record<string, unknown>> | undefined
  /** An operator session is asked for; only tokens that this server signed can do that. */
  readonly role: OperatorRole | undefined
  /** What tells an operator's token from every other. */
  readonly id: string | undefined
  /** Milliseconds since the epoch. */
  readonly mintedAt: number
  /** When the console's session of whoever wants an operator session began; seconds. */
  readonly authTime: number
  /** When they proved to the console who they are; seconds. */
  readonly provenAt: number
  /** The id of that session. */
  readonly consoleSession: string | undefined
  /** When somebody was last at the page that wants an operator session; milliseconds since the epoch. */
  readonly usedAt: number
}

/** The audience of every custom token, as the vendor's admin SDKs write it. */
export const CUSTOM_TOKEN_AUDIENCE =
  'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'
const LIFE_SECONDS = 60 * 60
const ID_BYTES = 16
const CLOCK_SKEW_SECONDS = 300

/** Custom tokens of a project, signed with the key that signs its ID tokens. */
export class ProjectCustomTokens implements CustomTokens {
  readonly #mode: 'start' | 'dev'
  readonly #consoleProject: string
  readonly #keys: SigningKeys
  readonly #serviceKeys: ServiceKeys
  readonly #clock: Clock
  readonly #random: Random

  constructor(options: {
    mode: 'start' | 'dev'
    consoleProject: string
    keys: SigningKeys
    serviceKeys: ServiceKeys
    clock: Clock
    random: Random
  }) {
    this.#mode = options.mode
    this.#consoleProject = options.consoleProject
    this.#keys = options.keys
    this.#serviceKeys = options.serviceKeys
    this.#clock = options.clock
    this.#random = options.random
  }

  async mint(project: string, uid: string, claims: Readonly<Record<string, unknown>> = {}): Promise<string> {
    validateUid(uid)
    const { role, others } = takeApart(claims)
    validateClaims(others)
    if (role !== undefined && !isOperatorRole(role)) throw identityError('INVALID_CLAIMS', 'There is no such role.')
    const issuedAt = Math.floor(this.#clock.nowMs() / 1000)
    const issuer = issuerOf(project)
    const payload = {
      iss: issuer,
      sub: issuer,
      aud: CUSTOM_TOKEN_AUDIENCE,
      iat: issuedAt,
      exp: issuedAt + LIFE_SECONDS,
      uid,
      claims,
      ...(role !== undefined && { jti: this.#random.bytes(ID_BYTES).toString('base64url') }),
    }
    return await encodeSignedJwt(payload, await this.#keys.current(project))
  }

  /** Throws `INVALID_CUSTOM_TOKEN`, `CREDENTIAL_MISMATCH` for another project's, `FORBIDDEN_CLAIM`, `CLAIMS_TOO_LARGE`, `INVALID_LOCAL_ID`. */
  async verify(project: string, token: string): Promise<VerifiedCustomToken> {
    // The console's accounts run the server; nobody vouches for them but this server.
    const isEmulated = this.#mode === 'dev' && project !== this.#consoleProject
    // What only looks like an object goes the way of every other broken token.
    const plain = isEmulated ? tryParseOutsideObject(token) : undefined
    if (plain !== undefined) return this.#accept(plain, false)

    const jwt = decodeJwt(token)
    if (jwt === undefined) throw invalid('It is not a JSON Web Token.')
    const { header, payload, signature } = jwt
    if (ServiceKeys.isClaimedBy(token)) {
      if (project === this.#consoleProject) throw invalid('The console takes none of service keys.')
      const signed = await this.#verifyOfService(project, token)
      if (signed['aud'] !== CUSTOM_TOKEN_AUDIENCE) throw invalid('It is no custom token.')
      return this.#accept(signed, false)
    }
    const kid = header['kid']
    const key = header['alg'] === 'RS256' && typeof kid === 'string' ? await this.#keys.find(project, kid) : undefined
    if (key === undefined) {
      // The vendor's emulator takes tokens of any service account, because it knows none of their keys.
      if (isEmulated) return this.#accept(payload, false)
      if (header['alg'] !== 'RS256') throw invalid('It must be signed with RS256.')
      const issuer = payload['iss']
      if (typeof issuer === 'string' && issuer !== issuerOf(project) && issuer.startsWith(ISSUER_PREFIX)) {
        throw identityError('CREDENTIAL_MISMATCH')
      }
      throw invalid('It is signed with a key that this project does not know; make a service key of the project.')
    }
    if (signature.length === 0 || !hasRs256Signature(jwt, key.publicKey)) throw invalid('Its signature is wrong.')
    if (payload['iss'] !== issuerOf(project) || payload['aud'] !== CUSTOM_TOKEN_AUDIENCE)
      throw invalid('It is no custom token.')
    return this.#accept(payload, true)
  }

  async #verifyOfService(project: string, token: string): Promise<Readonly<Record<string, unknown>>> {
    try {
      return (await this.#serviceKeys.verify(project, token)).payload
    } catch (error) {
      if (!(error instanceof StatusError)) throw error
      throw invalid(error.reason === 'TOKEN_EXPIRED' ? 'It has expired.' : 'No service key of this project signed it.')
    }
  }

  #accept(payload: Readonly<Record<string, unknown>>, isOurs: boolean): VerifiedCustomToken {
    const now = Math.floor(this.#clock.nowMs() / 1000)
    const { iat: issuedAt, exp: expiresAt, uid = payload['user_id'], claims = {}, tenant_id: tenant, jti: id } = payload
    if (typeof uid !== 'string') throw invalid('It names no user.')
    validateUid(uid)
    if (typeof claims !== 'object' || claims === null || Array.isArray(claims))
      throw invalid('Its claims are no object.')
    if (isOurs || expiresAt !== undefined) {
      if (typeof issuedAt !== 'number' || typeof expiresAt !== 'number') throw invalid('It has no times.')
      if (expiresAt <= now) throw invalid('It has expired.')
      if (issuedAt > now + CLOCK_SKEW_SECONDS || expiresAt - issuedAt > LIFE_SECONDS)
        throw invalid('Its times are wrong.')
    }
    const { role, authTime, provenAt, session, usedAt, others } = takeApart(claims as Record<string, unknown>)
    validateClaims(isOurs ? others : (claims as Record<string, unknown>))
    const mintedAt = typeof issuedAt === 'number' ? issuedAt : now
    const times = timesOf(isOurs, authTime, provenAt, mintedAt)
    return {
      uid,
      tenant: typeof tenant === 'string' ? tenant : undefined,
      claims: Object.keys(others).length === 0 ? undefined : others,
      role: isOurs && isOperatorRole(role) ? role : undefined,
      id: isOurs && typeof id === 'string' ? id : undefined,
      mintedAt: mintedAt * 1000,
      consoleSession: isOurs && typeof session === 'string' ? session : undefined,
      usedAt: isOurs && typeof usedAt === 'number' ? usedAt * 1000 : this.#clock.nowMs(),
      ...times,
    }
  }
}

/** What asks for an operator session, and the claims of the user that it is about. */
function takeApart(claims: Readonly<Record<string, unknown>>) {
  const { [OPERATOR_ROLE_CLAIM]: role, ...rest } = claims
  const none = { authTime: undefined, provenAt: undefined, session: undefined, usedAt: undefined }
  if (role === undefined) return { role, ...none, others: rest }
  const {
    [AUTH_TIME_CLAIM]: authTime,
    [PROVEN_AT_CLAIM]: provenAt,
    [SESSION_CLAIM]: session,
    [USED_AT_CLAIM]: usedAt,
    ...others
  } = rest
  return { role, authTime, provenAt, session, usedAt, others }
}

/**
 * The proof of who it is lies no later than the session's beginning, which may be a second ahead of the token's own time: so is what a
 * change of password begins, to be told from what the same second ended (`sessions.ts`).
 */
function timesOf(isOurs: boolean, began: unknown, proven: unknown, mintedAt: number) {
  const authTime = isOurs && typeof began === 'number' ? began : mintedAt
  const provenAt = isOurs && typeof proven === 'number' ? Math.min(proven, authTime) : authTime
  return { authTime, provenAt }
}

const ISSUER_PREFIX = 'custom-tokens@'

function issuerOf(project: string): string {
  return `${ISSUER_PREFIX}${project}.hearth.internal`
}

function invalid(sentence: string): ReturnType<typeof identityError> {
  return identityError('INVALID_CUSTOM_TOKEN', `The custom token is not valid. ${sentence}`)
}
