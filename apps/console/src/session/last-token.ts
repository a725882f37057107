import type { IdTokenResult, User } from 'firebase/auth'

/**
 * What the user's last ID token says, also when it is over and can't be renewed for want of the server; undefined when there is none. The
 * server never believes such a token: it only tells the page who is there.
 */
export function lastTokenOf(user: User): IdTokenResult | undefined {
  const { stsTokenManager } = user.toJSON() as { readonly stsTokenManager?: { readonly accessToken?: unknown } }
  const token = stsTokenManager?.accessToken
  if (typeof token !== 'string') return undefined
  const claims = claimsOf(token)
  if (claims === undefined) return undefined
  const signIn = (claims['firebase'] ?? {}) as Readonly<Record<string, unknown>>
  return {
    token,
    claims,
    authTime: timeOf(claims['auth_time']),
    issuedAtTime: timeOf(claims['iat']),
    expirationTime: timeOf(claims['exp']),
    signInProvider: textOf(signIn['sign_in_provider']),
    signInSecondFactor: textOf(signIn['sign_in_second_factor']),
  }
}

/** The second part of a JWT (RFC 7519, 3). */
function claimsOf(token: string): IdTokenResult['claims'] | undefined {
  try {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(part), (character) => character.codePointAt(0) ?? 0)
    return JSON.parse(new TextDecoder().decode(bytes)) as IdTokenResult['claims']
  } catch {
    // It is no token that anything could be read from.
    return undefined
  }
}

function timeOf(seconds: unknown): string {
  return new Date(Number(seconds) * 1000).toUTCString()
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
