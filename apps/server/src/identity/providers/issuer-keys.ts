import { StatusError } from '@hearth/model'
import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose'
import type { CustomFetch, ServerMetadata } from 'openid-client'
import { type Clock, steadyMs } from '../../lib/ambient.ts'
import { BoundedCache } from '../../lib/bounded-cache.ts'
import { identityError } from '../identity-error.ts'
import type { OpenIdClient } from './open-id-client.ts'
import type { OpenIdProvider } from './provider-config.ts'
import type { ProviderRefusals } from './provider-refusals.ts'

/** What tokens of an issuer are checked by. */
export interface IssuerFacts {
  /** As `iss` has it. */
  readonly issuer: string
  /** That it says it signs by; RS256 where it says nothing (OpenID Connect Discovery 1.0, section 3). */
  readonly algorithms: readonly string[]
}

/** A provider whose tokens are verified, and where its keys are. */
export interface TokenIssuer extends OpenIdProvider {
  /** Of its JWK Set; absent where discovery at `issuer` tells it. */
  readonly jwksUri?: string | undefined
}

interface KnownKeys extends IssuerFacts {
  readonly find: JWTVerifyGetKey
  readonly readAt: number
}

interface Issuer {
  known?: KnownKeys
  reading?: Promise<KnownKeys>
  triedAt: number
}

const ISSUERS_MAX = 200
/** A key that the provider has withdrawn counts no longer than this. */
const READ_AGAIN_MS = 60 * 60 * 1000
/** Keys that nobody knows, made up or new, make the server ask no more often. */
const UNKNOWN_KEY_MS = 30 * 1000
/** Nor does a provider that can't be asked. */
const FAILED_MS = 5 * 1000

/**
 * The public keys of issuers (RFC 7517), read when the first token of one comes, then once an hour or when a token names a new key. All
 * projects share them: what is kept follows from where it was read, so that no project's configuration says what another's tokens are
 * checked by.
 */
export class IssuerKeys {
  readonly #client: OpenIdClient
  readonly #fetch: CustomFetch
  readonly #refusals: ProviderRefusals
  readonly #clock: Clock
  readonly #issuers = new BoundedCache<Issuer>(ISSUERS_MAX)

  constructor(options: { client: OpenIdClient; fetch: CustomFetch; refusals: ProviderRefusals; clock: Clock }) {
    this.#client = options.client
    this.#fetch = options.fetch
    this.#refusals = options.refusals
    this.#clock = options.clock
  }

  /** Throws `INVALID_IDP_RESPONSE` for metadata that are wrong, `unavailable`/`PROVIDER_UNREACHABLE`. */
  async factsOf(provider: TokenIssuer): Promise<IssuerFacts> {
    return await this.#read(provider, READ_AGAIN_MS)
  }

  /** Finds the key of a token; rejects with the `JOSEError` of the library when there is none, and as `factsOf` throws. */
  finderOf(provider: TokenIssuer): JWTVerifyGetKey {
    return async (header, token) => {
      const { errors } = await import('jose')
      try {
        return await (await this.#read(provider, READ_AGAIN_MS)).find(header, token)
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      }
      return await (await this.#read(provider, UNKNOWN_KEY_MS)).find(header, token)
    }
  }

  /** Of those who need it at the same moment one asks. */
  async #read(provider: TokenIssuer, ageMsMax: number): Promise<KnownKeys> {
    const now = steadyMs(this.#clock)
    const source = sourceOf(provider)
    const issuer = this.#issuers.get(source) ?? { triedAt: -Infinity }
    if (issuer.known !== undefined && now - issuer.known.readAt < ageMsMax) return issuer.known
    if (issuer.reading !== undefined) return await issuer.reading
    if (now - issuer.triedAt < FAILED_MS) throw identityError('PROVIDER_UNREACHABLE')
    issuer.triedAt = now
    issuer.reading = this.#ask(provider)
    this.#issuers.set(source, issuer)
    try {
      issuer.known = await issuer.reading
      return issuer.known
    } finally {
      delete issuer.reading
    }
  }

  async #metadataOf(provider: TokenIssuer): Promise<ServerMetadata> {
    const { issuer, jwksUri } = provider
    return jwksUri === undefined ? await this.#client.metadata(provider) : { issuer, jwks_uri: jwksUri }
  }

  async #ask(provider: TokenIssuer): Promise<KnownKeys> {
    const { createLocalJWKSet } = await import('jose')
    const readAt = steadyMs(this.#clock)
    try {
      const {
        issuer,
        jwks_uri: address,
        id_token_signing_alg_values_supported: algorithms = ['RS256'],
      } = await this.#metadataOf(provider)
      if (address === undefined) throw new Error('The provider says nowhere what its keys are.')
      const isSafe = new URL(address).protocol === 'https:' || new URL(provider.issuer).protocol === 'http:'
      if (!isSafe) throw new Error('The provider gives its keys without TLS.')
      const headers = { accept: 'application/json' }
      const answer = await this.#fetch(address, { method: 'GET', headers, body: undefined, redirect: 'manual' })
      if (!answer.ok) throw this.#refusals.unavailable(`status_${answer.status}`)
      return { issuer, algorithms, find: createLocalJWKSet((await answer.json()) as JSONWebKeySet), readAt }
    } catch (cause) {
      throw cause instanceof StatusError ? cause : this.#refusals.unreachable(cause)
    }
  }
}

/** What is read there says nothing of who asked. */
function sourceOf({ issuer, jwksUri }: TokenIssuer): string {
  return JSON.stringify([issuer, jwksUri])
}
