import { createPrivateKey } from 'node:crypto'
import type { ClientAuth } from 'openid-client'
import type { Clock } from '../../ambient.ts'
import type { AppleKey } from './provider-config.ts'

const audience = 'https://appleid.apple.com'
/** Seconds; Apple takes up to six months. One is made for each request. */
const life = 5 * 60

/**
 * The secret of Apple's clients: a token of the team that is signed with its key
 * (https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret).
 */
export function appleClientSecret({ teamId, keyId, privateKey }: AppleKey, clock: Clock): ClientAuth {
  return async (_server, { client_id: clientId }, body) => {
    const { SignJWT } = await import('jose')
    const now = Math.floor(clock.nowMs() / 1000)
    const secret = await new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(now + life)
      .sign(createPrivateKey(privateKey))
    body.set('client_id', clientId)
    body.set('client_secret', secret)
  }
}
