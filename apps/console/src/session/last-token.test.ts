import type { User } from 'firebase/auth'
import { expect, it } from 'vitest'
import { lastTokenOf } from './last-token.ts'

function userWith(stsTokenManager: unknown): User {
  return { toJSON: () => ({ stsTokenManager }) } as unknown as User
}

function tokenOf(claims: unknown): string {
  return `header.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
}

it('reads what the last token said, also when it is over', () => {
  const claims = {
    sub: 'olga',
    name: 'Ölga ß',
    serverRole: 'owner',
    auth_time: 1_700_000_000,
    iat: 1_700_000_100,
    exp: 1_700_003_700,
    firebase: { sign_in_provider: 'password', sign_in_second_factor: 'totp' },
  }
  const token = tokenOf(claims)
  expect(lastTokenOf(userWith({ accessToken: token }))).toEqual({
    token,
    claims,
    authTime: 'Tue, 14 Nov 2023 22:13:20 GMT',
    issuedAtTime: 'Tue, 14 Nov 2023 22:15:00 GMT',
    expirationTime: 'Tue, 14 Nov 2023 23:15:00 GMT',
    signInProvider: 'password',
    signInSecondFactor: 'totp',
  })
})

it('knows nothing of somebody without a second factor that isn’t there', () => {
  const token = tokenOf({ exp: 1, iat: 1, auth_time: 1, firebase: { sign_in_provider: 'google.com' } })
  expect(lastTokenOf(userWith({ accessToken: token }))).toMatchObject({ signInSecondFactor: null })
})

it.each([
  ['none', undefined],
  ['an empty one', {}],
  ['no text', { accessToken: 7 }],
  ['no token', { accessToken: 'not a token' }],
  ['no JSON', { accessToken: 'a.bm8.c' }],
])('is undefined where there is %s', (_what, manager) => {
  expect(lastTokenOf(userWith(manager))).toBeUndefined()
})
