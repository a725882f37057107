import { createHash } from 'node:crypto'
import { StatusError } from '@hearth/model'
import type { JWTPayload } from 'jose'
import type { Clock } from '../../lib/ambient.ts'
import { identityError } from '../identity-error.ts'
import { projectOf, type Realm } from '../realm.ts'
import type { IdpAssertion, IdpCredential, IdpVerifier } from '../sign-in/idp-assertion.ts'
import { decodeJwt } from '../tokens/jwt.ts'
import { assertionOf } from '../tokens/unsigned-assertions.ts'
import type { AccessTokenOwners } from './access-token-owners.ts'
import { appleNameIn } from './known-providers.ts'
import type { IssuerKeys, TokenIssuer } from './issuer-keys.ts'
import type { OAuthClient } from './oauth-client.ts'
import { isAuthority, type OpenIdClient } from './open-id-client.ts'
import {
  GOOGLE_ISSUER,
  GOOGLE_PROVIDER_ID,
  isOpenId,
  isSaml,
  type OAuthProvider,
  type OpenIdProvider,
} from './provider-config.ts'
import type { ProviderConfigs } from './provider-configs.ts'

/** With public keys alone: a provider's word is nobody's who knows a shared secret, nor without a signature. */
const algorithms: ReadonlySet<string> = new Set([
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
])
/** Seconds that clocks may differ by. */
const CLOCK_TOLERANCE = 30
/** Seconds; a token is taken for no longer, even where it is to live longer. */
const MAX_TOKEN_AGE = 60 * 60

/**
 * Tokens that an app got from a provider by itself: one tap, sign-in by a phone's own account or by a provider's library. Only a client of the
 * project's own says that an ID token is meant for it (OpenID Connect Core 1.0, section 3.1.3.7; docs/decisions/0067-tokens-that-apps-bring.md);
 * whom an access token was given to is asked of the provider (docs/decisions/0108-access-tokens-that-apps-bring.md).
 */
export class BroughtTokens implements IdpVerifier {
  readonly #configs: ProviderConfigs
  readonly #openId: OpenIdClient
  readonly #oauth: OAuthClient
  readonly #owners: AccessTokenOwners
  readonly #keys: IssuerKeys
  readonly #clock: Clock

  constructor(options: {
    configs: ProviderConfigs
    openId: OpenIdClient
    oauth: OAuthClient
    owners: AccessTokenOwners
    keys: IssuerKeys
    clock: Clock
  }) {
    this.#configs = options.configs
    this.#openId = options.openId
    this.#oauth = options.oauth
    this.#owners = options.owners
    this.#keys = options.keys
    this.#clock = options.clock
  }

  async verify(realm: Realm, credential: IdpCredential): Promise<IdpAssertion> {
    const provider = await this.#enabled(realm, credential.providerId ?? '')
    const { idToken, accessToken } = credential
    if (isOpenId(provider)) return await this.#ofIdToken(provider, credential)
    if (idToken !== undefined && provider.providerId === FACEBOOK_PROVIDER_ID) {
      return await this.#ofIdToken(facebookIssuer(provider, idToken), { ...credential, accessToken: undefined })
    }
    if (accessToken !== undefined && this.#owners.knows(provider))
      return await this.#ofAccessToken(provider, accessToken, {
        project: projectOf(realm),
        address: credential.address ?? '',
      })
    throw identityError(
      'OPERATION_NOT_ALLOWED',
      `Sign-in by ${provider.providerId} is by a window alone: the provider doesn’t tell which app a token was given to.`,
    )
  }

  /** The sign-in is as recent as the token, where the provider says when that was given. */
  async #ofAccessToken(
    provider: OAuthProvider,
    accessToken: string,
    asker: { readonly project: string; readonly address: string },
  ): Promise<IdpAssertion> {
    const nowMs = this.#clock.nowMs()
    const endpoint = this.#oauth.userInfoEndpointOf(provider)
    const { rawId, expiresAt, ...owner } = await this.#owners.find(provider, endpoint, { ...asker, token: accessToken })
    const issuedAt = noLaterThan(nowMs, owner.issuedAt)
    const goodUntil = expiresAt === undefined ? undefined : expiresAt * 1000
    if (goodUntil !== undefined && goodUntil <= nowMs)
      throw identityError('INVALID_IDP_RESPONSE', 'The access token is over.')
    const user = await this.#oauth.userOf(provider, accessToken)
    if (user.rawId !== rawId) throw identityError('INVALID_IDP_RESPONSE', 'The provider names two users for one token.')
    return { ...user, accessToken, issuedAt, goodUntil, accessTokenUntil: goodUntil }
  }

  async #ofIdToken(provider: TokenIssuer, { idToken, accessToken, nonce, user }: IdpCredential): Promise<IdpAssertion> {
    const { providerId } = provider
    if (idToken === undefined) {
      throw identityError(
        'OPERATION_NOT_ALLOWED',
        'An access token alone doesn’t tell which app it was given to: sign in with the ID token.',
      )
    }
    const payload = await this.#verified(provider, idToken)
    assertNonce(provider, payload['nonce'], nonce)
    const more = await this.#moreOf(provider, payload, accessToken)
    const claims = { ...appleNameIn(providerId, user), ...more, ...payload }
    return {
      ...assertionOf(providerId, claims),
      isTrusted: isAuthority(providerId, claims),
      idToken,
      accessToken,
      issuedAt: noLaterThan(this.#clock.nowMs(), payload.iat),
      goodUntil: endOf(payload) * 1000,
    }
  }

  async #enabled(realm: Realm, providerId: string): Promise<OpenIdProvider | OAuthProvider> {
    const own = await this.#configs.findOwn(realm, providerId)
    if (own?.enabled === true && !isSaml(own)) return own
    if (own?.enabled === true) {
      throw identityError(
        'OPERATION_NOT_ALLOWED',
        `Sign-in by ${providerId} is by a window alone: its answers are to a question of this server.`,
      )
    }
    const isServers = own === undefined && (await this.#configs.find(realm, providerId)) !== undefined
    throw identityError(
      'OPERATION_NOT_ALLOWED',
      isServers
        ? 'Tokens that an app got from Google by itself need a Google client of the project’s own: the server’s is that of all its projects.'
        : `Sign-in by ${providerId} is not set up for this project.`,
    )
  }

  /** What a token says that is the provider's, and meant for this project. */
  async #verified(provider: TokenIssuer, idToken: string): Promise<JWTPayload> {
    const { jwtVerify } = await import('jose')
    const clientIds = [provider.clientId, ...(provider.acceptedClientIds ?? [])]
    try {
      const facts = await this.#keys.factsOf(provider)
      const { payload, protectedHeader } = await jwtVerify(idToken, this.#keys.finderOf(provider), {
        algorithms: facts.algorithms.filter((one) => algorithms.has(one)),
        issuer: issuersOf(facts.issuer),
        audience: clientIds,
        requiredClaims: ['sub', 'exp', 'iat'],
        clockTolerance: CLOCK_TOLERANCE,
        maxTokenAge: MAX_TOKEN_AGE,
        currentDate: new Date(this.#clock.nowMs()),
      })
      assertIdToken(protectedHeader.typ, payload)
      assertParty(provider, payload, clientIds)
      return payload
    } catch (error) {
      throw await refusalOf(error)
    }
  }

  /** The address and the name, from a provider that gives them beside the ID token alone. */
  async #moreOf(
    provider: OpenIdProvider,
    { email, sub }: JWTPayload,
    accessToken: string | undefined,
  ): Promise<object> {
    if (email !== undefined || accessToken === undefined) return {}
    return await this.#openId.userInfo(provider, accessToken, sub ?? '')
  }
}

/** Seconds; a provider's clock may be ahead, and a sign-in that is to come would be recent for longer. */
function noLaterThan(nowMs: number, saidSeconds = Infinity): number {
  return Math.min(saidSeconds, Math.floor(nowMs / 1000))
}

/** Seconds; until when a token with these times is taken. */
function endOf({ iat = 0, exp = 0 }: JWTPayload): number {
  return Math.min(exp, iat + MAX_TOKEN_AGE) + CLOCK_TOLERANCE
}

/** Google writes itself in two ways. */
function issuersOf(issuer: string): string[] {
  return issuer === GOOGLE_ISSUER ? [issuer, 'accounts.google.com'] : [issuer]
}

/** Providers sign other things with the same keys: access tokens (RFC 9068) and words that a session is over. */
function assertIdToken(type: string | undefined, payload: JWTPayload): void {
  if ((type === undefined || type.toUpperCase() === 'JWT') && payload['events'] === undefined) return
  throw identityError('INVALID_IDP_RESPONSE', 'The token is none that tells who somebody is.')
}

/**
 * Who asked for a token that names several clients, or another than that it is for, must be one of the project's. Google's own libraries
 * ask, as the client of the phone's app, for tokens for the client of the server; Google sees to it that both are of one owner.
 */
function assertParty(provider: OpenIdProvider, { aud, azp }: JWTPayload, clientIds: readonly string[]): void {
  const isForSeveral = Array.isArray(aud) && aud.length > 1
  if (!isForSeveral && (azp === undefined || provider.providerId === GOOGLE_PROVIDER_ID)) return
  if (typeof azp === 'string' && clientIds.includes(azp)) return
  throw identityError('INVALID_IDP_RESPONSE', 'The ID token was given to a client that this project doesn’t accept.')
}

/** Google's libraries for phones add a nonce that apps never see; Facebook's put one into every token. */
function assertNonce({ providerId }: OpenIdProvider, said: unknown, raw: string | undefined): void {
  const isNeeded = providerId === FACEBOOK_PROVIDER_ID || (said !== undefined && providerId !== GOOGLE_PROVIDER_ID)
  if (raw === undefined && !isNeeded) return
  if (raw !== undefined && said === createHash('sha256').update(raw).digest('hex')) return
  throw identityError('MISSING_OR_INVALID_NONCE')
}

async function refusalOf(error: unknown): Promise<unknown> {
  const { errors } = await import('jose')
  if (error instanceof StatusError || !(error instanceof errors.JOSEError)) return error
  return identityError('INVALID_IDP_RESPONSE', sentenceOf(error))
}

/** What was wrong, by the code of the library; claims are looked at only once the signature is the provider's. */
function sentenceOf(error: { readonly code: string; readonly claim?: unknown }): string {
  const isOver = error.code === 'ERR_JWT_EXPIRED'
  if (isOver && error.claim === 'exp') return 'The ID token is over.'
  if (!isOver && error.code !== 'ERR_JWT_CLAIM_VALIDATION_FAILED')
    return 'The ID token is none that the provider has signed.'
  switch (error.claim) {
    case 'aud':
      return 'The ID token is for a client that this project doesn’t accept.'
    case 'iss':
      return 'The ID token is of another issuer.'
    case 'iat':
      return 'The ID token was issued more than an hour ago, or in the future.'
    default:
      return 'The ID token lacks what every ID token says, or begins later.'
  }
}

const FACEBOOK_PROVIDER_ID = 'facebook.com'

const FACEBOOK = 'https://www.facebook.com'
const FACEBOOK_LIMITED = 'https://limited.facebook.com'

/**
 * Facebook as an issuer of ID tokens, which its libraries for phones get in Limited Login
 * (https://developers.facebook.com/docs/facebook-login/limited-login/token): it is the one that the token names, or the server of one's own
 * that people sign in at. Discovery by OpenID Connect leads through a redirect to its keys.
 */
function facebookIssuer(provider: OAuthProvider, idToken: string): TokenIssuer {
  const { providerId, enabled, clientId } = provider
  const issuer = issuerOf(provider, idToken)
  return { providerId, enabled, clientId, issuer, jwksUri: `${issuer}/.well-known/oauth/openid/jwks/` }
}

function issuerOf({ endpoints }: OAuthProvider, idToken: string): string {
  const own = endpoints?.authorizationEndpoint
  if (own !== undefined && !isFacebook(new URL(own))) return new URL(own).origin
  return decodeJwt(idToken)?.payload['iss'] === FACEBOOK_LIMITED ? FACEBOOK_LIMITED : FACEBOOK
}

/** Another version of its dialog, or the one for phones. */
function isFacebook({ hostname }: URL): boolean {
  return hostname === 'facebook.com' || hostname.endsWith('.facebook.com')
}
