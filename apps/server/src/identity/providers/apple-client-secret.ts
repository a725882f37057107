import { sign } from 'node:crypto'
import type { ClientAuth } from 'openid-client'
import type { Clock } from '../../lib/ambient.ts'
import type { AppleKey } from './provider-config.ts'

const AUDIENCE = 'https://appleid.apple.com'
/** Seconds; Apple takes up to six months. One is made for each request. */
const LIFE = 5 * 60

/**
 * The secret of Apple's clients: a token of the team that is signed with its key by ES256
 * (https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret).
 */
export function appleClientSecret({ teamId, keyId, privateKey }: AppleKey, clock: Clock): ClientAuth {
  return (_server, { client_id: clientId }, body) => {
    const now = Math.floor(clock.nowMs() / 1000)
    const claims = { iss: teamId, sub: clientId, aud: AUDIENCE, iat: now, exp: now + LIFE }
    const content = `${encoded({ alg: 'ES256', kid: keyId })}.${encoded(claims)}`
    const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    body.set('client_id', clientId)
    body.set('client_secret', `${content}.${signature.toString('base64url')}`)
  }
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
