/** Characters of JSON, as the vendor counts them. */
export const claimsCharactersMax = 1_000

/** Names that OpenID Connect, the vendor's tokens and this server give a meaning of their own. */
const reserved: ReadonlySet<string> = new Set([
  'acr',
  'amr',
  'at_hash',
  'aud',
  'auth_time',
  'azp',
  'cnf',
  'c_hash',
  'exp',
  'firebase',
  'iat',
  'iss',
  'jti',
  'nbf',
  'nonce',
  'sub',
  'user_id',
])

/** Whether a custom claim can't have this name: what the token itself says, and what begins with `hearth_`. */
export function isReservedClaim(name: string): boolean {
  return reserved.has(name) || name.startsWith('hearth_')
}
