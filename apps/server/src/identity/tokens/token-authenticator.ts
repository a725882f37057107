import { StatusError } from '@hearth/model'
import { type Authenticator, type Caller, idleMsOf, type RequestSource } from '../../access/caller.ts'
import type { Log, Clock } from '../../lib/ambient.ts'
import type { Soon } from '../../lib/soon.ts'
import { type AccessTokens, projectOfAccessToken } from './access-tokens.ts'
import type { IdTokens, VerifiedIdToken } from './id-tokens.ts'
import { identityError } from '../identity-error.ts'
import { decodeJwt } from './jwt.ts'
import { CUSTOM_TOKEN_AUDIENCE } from './project-custom-tokens.ts'
import { ServiceKeys, projectOfServiceAccount } from './service-keys.ts'
import type { Identity } from '../identity.ts'

/** `Bearer x`, `Firebase x`; the scheme in any case. */
const credentialPattern = /^(?:bearer|firebase) +(\S+)$/i

/** Mostly nobody wrote that token: commands send it without a key, the server library over gRPC without TLS. */
const OWNER_TOKEN_REFUSED =
  'This call came with the credential of the emulators ("Bearer owner"), which works under `hearth dev` only. ' +
  'With `hearth start` a server signs with a service key: `--key` for commands; `preferRest: true`, or the signed token ' +
  'with each call, for firebase-admin without TLS (docs/guides/node-admin.md).'

export interface TokenAuthenticatorOptions {
  readonly mode: 'start' | 'dev'
  readonly consoleProject: string
  readonly tokens: IdTokens
  readonly serviceKeys: ServiceKeys
  readonly accessTokens: AccessTokens
  /** Told when `hearth dev` takes a token that was issued for another project than the request's. */
  readonly onForeignToken: (issuedFor: string, project: string) => void
  /** Told of each request with a credential of a server. */
  readonly onServerRequest?: ((project: string) => void) | undefined
}

/** The authenticator over this server's own ID tokens. */
export class TokenAuthenticator implements Authenticator {
  readonly #mode: 'start' | 'dev'
  readonly #consoleProject: string
  readonly #tokens: IdTokens
  readonly #serviceKeys: ServiceKeys
  readonly #accessTokens: AccessTokens
  readonly #onForeignToken: TokenAuthenticatorOptions['onForeignToken']
  readonly #onServerRequest: TokenAuthenticatorOptions['onServerRequest']

  constructor(options: TokenAuthenticatorOptions) {
    this.#mode = options.mode
    this.#consoleProject = options.consoleProject
    this.#tokens = options.tokens
    this.#serviceKeys = options.serviceKeys
    this.#accessTokens = options.accessTokens
    this.#onForeignToken = options.onForeignToken
    this.#onServerRequest = options.onServerRequest
  }

  authenticate(project: string, authorization: string | undefined, from?: RequestSource): Soon<Caller> {
    if (authorization === undefined || authorization === '') return { kind: 'visitor', from }
    const token = credentialPattern.exec(authorization)?.[1]
    const known = token === undefined ? undefined : this.#tokens.findVerified(project, token)
    return known === undefined ? this.#verify(project, token, from) : userOf(project, known, from)
  }

  async #verify(project: string, token: string | undefined, from: RequestSource | undefined): Promise<Caller> {
    if (token === undefined)
      throw refused('CREDENTIAL_INVALID', 'The Authorization header must be "Bearer" or "Firebase" and a token.')
    if (token === 'owner') {
      if (this.#mode === 'dev' && project !== this.#consoleProject) return { kind: 'admin', project }
      if (this.#mode === 'dev')
        throw refused('OWNER_TOKEN_NOT_FOR_CONSOLE', '"Bearer owner" does not open the console.')
      throw refused('OWNER_TOKEN_IN_DEV_ONLY', OWNER_TOKEN_REFUSED)
    }
    try {
      if (projectOfAccessToken(token) !== undefined) {
        const verified = await this.#accessTokens.verify(project, token)
        this.#onServerRequest?.(project)
        return { kind: 'admin', project, ...verified }
      }
      if (!this.#tokens.isKnown(project, token) && ServiceKeys.isClaimedBy(token)) {
        const { key, scopes, payload } = await this.#serviceKeys.verify(project, token)
        // What it signs for the sign-in of users is handed to them, and no credential of a server.
        if (payload['aud'] === CUSTOM_TOKEN_AUDIENCE) throw identityError('INVALID_ID_TOKEN')
        this.#onServerRequest?.(project)
        return { kind: 'admin', project, key, scopes }
      }
      const verified = await this.#tokens.verifyIdToken(project, token, {
        acceptMock: true,
        ...(from !== undefined && { idleMs: idleMsOf(from.headers) }),
      })
      const { uid, role, expiresAt, provenAt: authTime, payload } = verified
      const issuedFor = payload['aud']
      if (typeof issuedFor === 'string' && issuedFor !== project) this.#onForeignToken(issuedFor, project)
      if (role !== undefined) return { kind: 'operator', project, uid, role, authTime, expiresAt, from }
      return userOf(project, verified, from)
    } catch (error) {
      if (!(error instanceof StatusError)) throw error
      // Strangers don't learn which projects there are.
      if (error.reason === 'PROJECT_NOT_FOUND') throw this.#explain(token, identityError('INVALID_ID_TOKEN'))
      if (!credentialReasons.has(error.reason)) throw error
      throw this.#explain(token, error)
    }
  }

  #explain(token: string, error: StatusError): StatusError {
    const jwt = error.reason === 'INVALID_ID_TOKEN' ? decodeJwt(token) : undefined
    if (jwt?.header['alg'] === 'none' && this.#mode === 'start') {
      return refused('UNSIGNED_TOKEN', 'Unsigned tokens are accepted under `hearth dev` only.', error)
    }
    const issuer = jwt?.payload['iss']
    if (typeof issuer === 'string' && issuer === jwt?.payload['sub'] && issuer.includes('@')) {
      const sentence = 'This server does not know the key of this service account; make a service key of the project.'
      return refused('SERVICE_ACCOUNT_UNKNOWN', sentence, error)
    }
    return refused(error.reason, error.message, error)
  }
}

function userOf(
  project: string,
  { uid, payload, provenAt: authTime, expiresAt }: VerifiedIdToken,
  from: RequestSource | undefined,
): Caller {
  return { kind: 'user', project, uid, claims: payload, authTime, expiresAt, from }
}

/** What makes a token no credential, whatever code the identity protocol has for it. */
const credentialReasons: ReadonlySet<string> = new Set([
  'INVALID_ID_TOKEN',
  'TOKEN_EXPIRED',
  'USER_DISABLED',
  'USER_NOT_FOUND',
])

function refused(reason: string, message: string, cause?: unknown): StatusError {
  return new StatusError('unauthenticated', reason, message, cause === undefined ? {} : { cause })
}

/** Of more pairs nobody reads the log. */
const PAIRS_MAX = 100

/**
 * The users of a page whose API key `hearth dev` doesn't know are those of its default project, whatever `projectId` the page has: its documents and
 * files then lie in another project than its users. The log says so, once for each pair of projects; the vendor's emulators warn at the same place.
 */
export function warnOfForeignTokens(log: Log): (issuedFor: string, project: string) => void {
  const warned = new Set<string>()
  return (issuedFor, project) => {
    const pair = `${issuedFor} ${project}`
    if (warned.has(pair) || warned.size >= PAIRS_MAX) return
    warned.add(pair)
    log.warn(
      { project, issuedFor },
      `a user of the project "${issuedFor}" asks for the project "${project}": the page has another projectId than the one its users are in; ` +
        `start \`hearth dev\` with HEARTH_PROJECT=${project}, or give the page the projectId "${issuedFor}"`,
    )
  }
}

/**
 * The project that the value of `Authorization` says it is of, for addresses that name none; its verification there proves it. Undefined for
 * `Bearer owner`, which says nothing, and for what is no credential.
 */
export function projectOfCredential(authorization: string | undefined): string | undefined {
  const token = authorization?.split(' ').at(-1) ?? ''
  const { iss, aud } = decodeJwt(token)?.payload ?? {}
  const signer = typeof iss === 'string' ? projectOfServiceAccount(iss) : undefined
  return projectOfAccessToken(token) ?? signer ?? (typeof aud === 'string' ? aud : undefined)
}

/**
 * Looks up whether a caller that was verified before still counts: its service key was not revoked, its account is there and enabled, and its
 * sessions were not ended. With `verifiedAt` (ms since the epoch) a user counts no more once keys of the project were withdrawn after it, as
 * far as this process saw it. Operators are verified with each request.
 */
export function createIsStanding(
  { keys, serviceKeys, tokens }: Pick<Identity, 'keys' | 'serviceKeys' | 'tokens'>,
  clock: Clock,
): (project: string, caller: Caller, verifiedAt?: number) => Promise<boolean> {
  const withdrawnAt = new Map<string, number>()
  keys.withdrawn.subscribe((project) => void withdrawnAt.set(project, clock.nowMs()))
  return async (project, caller, verifiedAt = Infinity) => {
    if (caller.kind === 'admin') return caller.key === undefined || (await serviceKeys.has(project, caller.key))
    if (caller.kind !== 'user') return true
    if (verifiedAt <= (withdrawnAt.get(project) ?? -Infinity)) return false
    return await tokens.assertStanding(project, caller.claims).then(() => true, isOver)
  }
}

function isOver(error: unknown): false {
  if (error instanceof StatusError && overReasons.has(error.reason)) return false
  throw error
}

const overReasons: ReadonlySet<string> = new Set(['TOKEN_EXPIRED', 'USER_DISABLED', 'USER_NOT_FOUND'])
