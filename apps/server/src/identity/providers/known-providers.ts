import { APPLE_PROVIDER_ID, GOOGLE_ISSUER, GOOGLE_PROVIDER_ID, type OAuthEndpoints } from './provider-config.ts'

/** Where an answer about a user has what: paths of names with dots between, of which the first that leads to something counts. */
export interface UserInfoFields {
  readonly id: readonly string[]
  readonly email?: readonly string[]
  readonly emailVerified?: readonly string[]
  readonly displayName?: readonly string[]
  readonly photoUrl?: readonly string[]
  readonly screenName?: readonly string[]
}

interface Known {
  readonly displayName: string
  /** What is asked for beside what the app wants. */
  readonly scopes: readonly string[]
  /** Parameters that make the provider ask anew who somebody is; nothing where it knows none. */
  readonly askingAnew: Readonly<Record<string, string>>
}

/** Speaks OpenID Connect: its ID token says who somebody is. */
export interface KnownOpenId extends Known {
  readonly issuer: string
  /** Whose addresses are the provider's own: it decides for good who has them. */
  readonly ownDomains?: readonly string[]
  /** The claim that names a domain which the provider hosts. */
  readonly hostedDomainClaim?: string
  /** Answers by a form that the browser posts (OAuth 2.0 Form Post Response Mode), where names and addresses are asked for. */
  readonly answersByForm?: boolean
  /** Whether it takes PKCE; the nonce binds the answer in any case. */
  readonly takesNoVerifier?: boolean
  /** Whether it knows `max_age`, and so says when somebody signed in. */
  readonly saysWhen?: boolean
}

/** Speaks OAuth 2.0 alone: who has its access token asks it who somebody is. */
export interface KnownOAuth extends Known {
  readonly endpoints: OAuthEndpoints
  readonly fields: UserInfoFields
  /** Below `userInfoEndpoint`: a list of `{ email, primary, verified }`. */
  readonly addressesPath?: string
  /** How the client's secret goes to the token endpoint (RFC 6749, section 2.3.1); in the body unless said. */
  readonly secretInHeader?: boolean
}

const openIdScopes = ['openid', 'email', 'profile']

export const knownOpenId: Readonly<Record<string, KnownOpenId>> = {
  // https://developers.google.com/identity/openid-connect/openid-connect: it shows its own choice of accounts.
  [GOOGLE_PROVIDER_ID]: {
    displayName: 'Google',
    issuer: GOOGLE_ISSUER,
    scopes: openIdScopes,
    askingAnew: {},
    ownDomains: ['gmail.com'],
    hostedDomainClaim: 'hd',
  },
  // https://developer.apple.com/documentation/signinwithapple: other addresses were verified once, and may have passed on since.
  [APPLE_PROVIDER_ID]: {
    displayName: 'Apple',
    issuer: 'https://appleid.apple.com',
    scopes: ['openid', 'email', 'name'],
    askingAnew: {},
    ownDomains: ['icloud.com', 'me.com', 'mac.com', 'privaterelay.appleid.com'],
    answersByForm: true,
    takesNoVerifier: true,
  },
  // https://developer.yahoo.com/oauth2/guide/openid_connect: it has given addresses that nobody used to others.
  'yahoo.com': {
    displayName: 'Yahoo',
    issuer: 'https://api.login.yahoo.com',
    scopes: openIdScopes,
    askingAnew: { prompt: 'login' },
  },
}

export const knownOAuth: Readonly<Record<string, KnownOAuth>> = {
  // https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
  'github.com': {
    displayName: 'GitHub',
    endpoints: {
      authorizationEndpoint: 'https://github.com/login/oauth/authorize',
      tokenEndpoint: 'https://github.com/login/oauth/access_token',
      userInfoEndpoint: 'https://api.github.com/user',
    },
    scopes: ['user:email'],
    askingAnew: { prompt: 'select_account' },
    fields: {
      id: ['id'],
      email: ['email'],
      displayName: ['name', 'login'],
      photoUrl: ['avatar_url'],
      screenName: ['login'],
    },
    addressesPath: '/emails',
  },
  // https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
  'facebook.com': {
    displayName: 'Facebook',
    endpoints: {
      authorizationEndpoint: 'https://www.facebook.com/v24.0/dialog/oauth',
      tokenEndpoint: 'https://graph.facebook.com/v24.0/oauth/access_token',
      userInfoEndpoint: 'https://graph.facebook.com/v24.0/me?fields=id,name,first_name,last_name,email,picture',
    },
    scopes: ['email', 'public_profile'],
    askingAnew: { auth_type: 'reauthenticate' },
    fields: { id: ['id'], email: ['email'], displayName: ['name'], photoUrl: ['picture.data.url'] },
  },
  // https://learn.microsoft.com/en-us/graph/api/user-get: `mail` is what somebody's administrator wrote, and verified by nobody.
  'microsoft.com': {
    displayName: 'Microsoft',
    endpoints: {
      authorizationEndpoint: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
      tokenEndpoint: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
      userInfoEndpoint: 'https://graph.microsoft.com/v1.0/me',
    },
    scopes: ['User.Read'],
    askingAnew: { prompt: 'login' },
    fields: { id: ['id'], email: ['mail', 'userPrincipalName'], displayName: ['displayName'] },
  },
  // https://docs.x.com/resources/fundamentals/authentication/oauth-2-0/authorization-code
  'twitter.com': {
    displayName: 'X',
    endpoints: {
      authorizationEndpoint: 'https://x.com/i/oauth2/authorize',
      tokenEndpoint: 'https://api.x.com/2/oauth2/token',
      userInfoEndpoint: 'https://api.x.com/2/users/me?user.fields=profile_image_url',
    },
    scopes: ['users.read', 'tweet.read'],
    askingAnew: {},
    fields: {
      id: ['data.id'],
      email: ['data.confirmed_email'],
      displayName: ['data.name'],
      photoUrl: ['data.profile_image_url'],
      screenName: ['data.username'],
    },
    secretInHeader: true,
  },
}

/** Of an OpenID provider that nobody knows by name. */
export const genericOpenId: Omit<KnownOpenId, 'displayName' | 'issuer'> = {
  scopes: openIdScopes,
  askingAnew: { prompt: 'login' },
  saysWhen: true,
}

/** Of a provider that nobody knows by name; the names are those of OpenID Connect's claims, and what others use instead. */
export const genericOAuth: Omit<KnownOAuth, 'displayName' | 'endpoints'> = {
  scopes: [],
  askingAnew: { prompt: 'login' },
  fields: {
    id: ['sub', 'id'],
    email: ['email'],
    emailVerified: ['email_verified'],
    displayName: ['name'],
    photoUrl: ['picture', 'avatar_url'],
    screenName: ['preferred_username', 'login'],
  },
}

/** The provider's own name; undefined for one that the owner has named. */
export function knownNameOf(providerId: string): string | undefined {
  return (knownOpenId[providerId] ?? knownOAuth[providerId])?.displayName
}

/**
 * The claim `name` of `user`, which comes beside Apple's ID token: `{"name":{"firstName":"…","lastName":"…"}}`. Apple tells it once and
 * unsigned, and apps on phones write it themselves: it is what somebody calls themselves, and no more. Other providers have none.
 */
export function appleNameIn(providerId: string, user: string | null | undefined): { readonly name?: string } {
  if (providerId !== APPLE_PROVIDER_ID) return {}
  try {
    const { name } = JSON.parse(user ?? '{}') as { name?: { firstName?: unknown; lastName?: unknown } }
    const parts = [name?.firstName, name?.lastName].filter((part) => typeof part === 'string' && part !== '')
    return parts.length === 0 ? {} : { name: parts.join(' ') }
  } catch {
    // Whatever else came by that name is no name.
    return {}
  }
}
