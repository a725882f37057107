import { projectOfAccessToken } from './access-tokens.ts'
import { decodeJwt } from './jwt.ts'
import { projectOfServiceAccount } from './service-keys.ts'

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
