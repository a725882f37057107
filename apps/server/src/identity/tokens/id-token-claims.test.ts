import { describe, expect, it } from 'vitest'
import type { Account } from '../accounts/account.ts'
import { accountClaims, likelyClaims } from './id-token-claims.ts'

const account: Account = {
  uid: 'ada',
  emailVerified: false,
  disabled: false,
  providers: [],
  createdAt: 0,
  validSince: 0,
}

function claimsOf(
  fields: Partial<Account>,
  session: { claims?: Record<string, unknown>; signInProvider?: string } = {},
) {
  const { claims, signInProvider = 'password' } = session
  return accountClaims(
    'demo-app',
    {
      account: { ...account, ...fields },
      sessionId: 's',
      authTime: 7,
      provenAt: 7,
      refreshToken: '',
      signInProvider,
      claims,
    },
    10_500,
  )
}

describe('the claims of an ID token', () => {
  it('can not be replaced by custom ones', () => {
    const forged = {
      iss: 'x',
      aud: 'x',
      sub: 'eve',
      user_id: 'eve',
      exp: 9e9,
      auth_time: 9e9,
      firebase: {},
      hearth_session: 'x',
      hearth_proven_at: 9e9,
    }
    const claims = claimsOf({ customClaims: forged }, { claims: forged })
    expect(claims).toMatchObject({
      aud: 'demo-app',
      sub: 'ada',
      user_id: 'ada',
      iat: 10,
      exp: 3610,
      auth_time: 7,
      hearth_session: 's',
    })
    expect(claims['firebase']).toEqual({ identities: {}, sign_in_provider: 'password' })
  })

  it('never have an address or number that the server does not know', () => {
    const customClaims = { email: 'boss@example.com', email_verified: true, phone_number: '+1', provider_id: 'x' }
    for (const name of Object.keys(customClaims)) expect(claimsOf({ customClaims })).not.toHaveProperty(name)
    expect(claimsOf({ customClaims, email: 'ada@example.com' })).toMatchObject({
      email: 'ada@example.com',
      email_verified: false,
    })
  })

  it('name every identity of the account', () => {
    const claims = claimsOf({
      email: 'ada@example.com',
      phoneNumber: '+14155550123',
      providers: [{ providerId: 'google.com', rawId: 'g1' }],
    })
    expect(claims['firebase']).toMatchObject({
      identities: { email: ['ada@example.com'], phone: ['+14155550123'], 'google.com': ['g1'] },
    })
  })

  it('say that an account is anonymous as long as it is', () => {
    expect(claimsOf({}, { signInProvider: 'anonymous' })).toMatchObject({ provider_id: 'anonymous' })
    expect(claimsOf({ email: 'ada@example.com' }, { signInProvider: 'anonymous' })).not.toHaveProperty('provider_id')
  })
})

it('are those of a likely sign-in where nobody signs in', () => {
  const likely = (fields: Partial<Account>) => likelyClaims('demo-app', { ...account, ...fields }, 10_500)
  const claims = likely({ email: 'ada@example.com', customClaims: { role: 'editor' }, lastAuthTime: 7 })
  expect(claims).toMatchObject({ sub: 'ada', email: 'ada@example.com', role: 'editor', auth_time: 7 })
  expect(claims).not.toHaveProperty('hearth_session')
  const google = { providerId: 'google.com', rawId: '1' }
  const ways = [{}, { passwordHash: 'x' }, { providers: [google] }, { phoneNumber: '+1' }, { madeByCustomToken: true }]
  expect(ways.map((way) => likely(way)['firebase'])).toMatchObject(
    ['anonymous', 'password', 'google.com', 'phone', 'custom'].map((way) => ({ sign_in_provider: way })),
  )
})
