import type { Account } from '../accounts/account.ts'
import { isAnonymous } from '../accounts/account.ts'
import { OPERATOR_ROLE_CLAIM, PROVEN_AT_CLAIM, SESSION_CLAIM } from '../accounts/custom-claims.ts'
import type { OperatorSession } from '../sessions/operator-sessions.ts'
import { projectOf, type Realm, tenantOf } from '../realm.ts'
import type { Session } from '../sessions/sessions.ts'

/** Milliseconds; the vendor's SDKs count on an hour. */
export const ID_TOKEN_LIFE_MS = 60 * 60 * 1000

export function idTokenIssuer(project: string): string {
  return `https://securetoken.google.com/${project}`
}

export function sessionCookieIssuer(project: string): string {
  return `https://session.firebase.google.com/${project}`
}

/** The payload of an account's ID token. Custom claims come first, so that they can't replace what follows. */
export function accountClaims(realm: Realm, session: Session, nowMs: number): Record<string, unknown> {
  const { account } = session
  const project = projectOf(realm)
  const {
    email,
    email_verified,
    phone_number,
    provider_id,
    [PROVEN_AT_CLAIM]: provenAt,
    ...claims
  } = {
    ...account.customClaims,
    ...session.claims,
  } as Record<string, unknown>
  // These five state what the server knows; a custom claim of that name must not stand in where it knows nothing.
  void [email, email_verified, phone_number, provider_id, provenAt]
  return {
    ...defined({ name: account.displayName, picture: account.photoUrl }),
    ...claims,
    ...standardClaims(project, account.uid, session.authTime, nowMs, nowMs + ID_TOKEN_LIFE_MS),
    ...defined({
      email: account.email,
      email_verified: account.email === undefined ? undefined : account.emailVerified,
      phone_number: account.phoneNumber,
      provider_id: session.signInProvider === 'anonymous' && isAnonymous(account) ? 'anonymous' : undefined,
    }),
    firebase: {
      identities: identitiesOf(account),
      sign_in_provider: session.signInProvider,
      ...defined({
        sign_in_second_factor: session.secondFactor?.kind,
        second_factor_identifier: session.secondFactor?.id,
        tenant: tenantOf(realm),
      }),
    },
    [SESSION_CLAIM]: session.sessionId,
    ...(session.provenAt < session.authTime && { [PROVEN_AT_CLAIM]: session.provenAt }),
  }
}

/** What an ID token of the account would say if it signed in once more, in the way that it most likely does: for questions about it alone. */
export function likelyClaims(project: string, account: Account, nowMs: number): Record<string, unknown> {
  const authTime = account.lastAuthTime ?? Math.floor(nowMs / 1000)
  const times = { authTime, provenAt: authTime }
  const session = { account, sessionId: '', refreshToken: '', signInProvider: likelyProvider(account), ...times }
  const { [SESSION_CLAIM]: _none, ...claims } = accountClaims(project, session, nowMs)
  return claims
}

function likelyProvider(account: Account): string {
  const { passwordHash, emailLinkSignIn, providers, phoneNumber, madeByCustomToken } = account
  if (passwordHash !== undefined || emailLinkSignIn === true) return 'password'
  const other = madeByCustomToken === true ? 'custom' : 'anonymous'
  return providers[0]?.providerId ?? (phoneNumber === undefined ? other : 'phone')
}

export function operatorClaims(project: string, session: OperatorSession, nowMs: number): Record<string, unknown> {
  return {
    ...standardClaims(
      project,
      session.uid,
      session.provenAt,
      nowMs,
      Math.min(nowMs + ID_TOKEN_LIFE_MS, session.endsAt),
    ),
    firebase: { identities: {}, sign_in_provider: 'custom' },
    [OPERATOR_ROLE_CLAIM]: session.role,
    [SESSION_CLAIM]: session.sessionId,
  }
}

function standardClaims(
  project: string,
  uid: string,
  authTime: number,
  nowMs: number,
  expiresAtMs: number,
): Record<string, unknown> {
  return {
    iss: idTokenIssuer(project),
    aud: project,
    auth_time: authTime,
    user_id: uid,
    sub: uid,
    iat: Math.floor(nowMs / 1000),
    exp: Math.floor(expiresAtMs / 1000),
  }
}

function identitiesOf(account: Account): Record<string, string[]> {
  const identities: Record<string, string[]> = {}
  if (account.email !== undefined) identities['email'] = [account.email]
  if (account.phoneNumber !== undefined) identities['phone'] = [account.phoneNumber]
  for (const { providerId, rawId } of account.providers) (identities[providerId] ??= []).push(rawId)
  return identities
}

function defined(claims: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))
}
