/** What an identity provider says about a user, once it is known to be the provider's word. */
export interface IdpAssertion {
  /** `google.com`, `oidc.x`, ... */
  readonly providerId: string
  /** The provider's own id of the user; never used again for another one. */
  readonly rawId: string
  readonly email?: string | undefined
  /** The provider has seen that the address is the user's. */
  readonly emailVerified: boolean
  readonly displayName?: string | undefined
  readonly photoUrl?: string | undefined
  /** What the user is called there, of a provider that has such names. */
  readonly screenName?: string | undefined
  /** Everything it says, for `additionalUserInfo.profile`. */
  readonly profile: Readonly<Record<string, unknown>>
  /** Its word on who owns an address is taken: it may verify addresses and lead into accounts that have them. */
  readonly isTrusted: boolean
  /** Given to prove anew who somebody is: it never makes an account. */
  readonly isReauthentication?: boolean | undefined
  readonly idToken?: string | undefined
  readonly accessToken?: string | undefined
  /** Milliseconds since the epoch; undefined where the provider doesn't say. */
  readonly accessTokenUntil?: number | undefined
  /** Seconds; when the provider gave its word, where an app brought that by itself. Undefined where the server was there. */
  readonly issuedAt?: number | undefined
  /** Seconds; when the server was there, or first kept the word. Undefined: just now. */
  readonly verifiedAt?: number | undefined
  /** Milliseconds since the epoch; when the word is over, however often it is kept. Undefined for one that has no end yet. */
  readonly goodUntil?: number | undefined
}

/** What a client brings from a provider. */
export interface IdpCredential {
  /** Absent with a pending token alone. */
  readonly providerId?: string | undefined
  readonly idToken?: string | undefined
  readonly accessToken?: string | undefined
  /** From the sign-in window (`sign-in-flows.ts`), together with the secret of the page that opened it. */
  readonly code?: string | undefined
  readonly sessionId?: string | undefined
  /** From an answer that refused the sign-in; goes on with it. */
  readonly pendingToken?: string | undefined
  /** The value whose SHA-256, in hexadecimal, is the ID token's `nonce`. */
  readonly nonce?: string | undefined
  /** Under `hearth dev` what a SAML provider answered, as JSON: `{"assertion":{"subject":{"nameId":"…"},"attributeStatements":{…}}}`. */
  readonly samlResponse?: string | undefined
  /** The network address of who brings it. */
  readonly address?: string | undefined
  /** JSON of what somebody calls themselves, beside an ID token of Apple (`appleNameIn`). */
  readonly user?: string | undefined
}

/** Turns credentials into assertions. */
export interface IdpVerifier {
  /**
   * Throws `OPERATION_NOT_ALLOWED` for a provider that is not set up, `INVALID_IDP_RESPONSE`, `INVALID_PENDING_TOKEN`,
   * `INVALID_CREDENTIAL_OR_PROVIDER_ID`, `MISSING_OR_INVALID_NONCE`, `unavailable`/`PROVIDER_UNREACHABLE`.
   */
  verify(realm: string, credential: IdpCredential): Promise<IdpAssertion>
}
