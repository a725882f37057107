import { describe, expect, it } from 'vitest'
import { toCsv, toJson } from './export-users.ts'

const ada = {
  localId: 'ada',
  email: 'ada@example.com',
  displayName: 'Ada, "the first"',
  phoneNumber: '+14155550123',
  passwordHash: 'x',
  createdAt: '0',
  lastLoginAt: '1000',
  providerUserInfo: [{ providerId: 'password' }, { providerId: 'oidc.acme' }],
  customAttributes: '{"a":1}',
}

describe('an export of users', () => {
  it('is the vendor’s JSON, without what stands for a password', () => {
    expect(JSON.parse(toJson([ada]))).toEqual({ users: [{ ...ada, passwordHash: undefined }] })
  })

  it('quotes what CSV wants quoted', () => {
    expect(toCsv([ada]).split('\r\n')).toEqual([
      'uid,email,emailVerified,name,phone,disabled,providers,created,lastSignIn,claims',
      'ada,ada@example.com,false,"Ada, ""the first""",+14155550123,false,password oidc.acme,,1970-01-01T00:00:01.000Z,"{""a"":1}"',
      '',
    ])
  })

  it.each(['=1+1', '+SUM(A1)', '-2*3', '@x', '\ttab'])('lets no spreadsheet run %j', (displayName) => {
    expect(toCsv([{ localId: 'eve', displayName }])).toContain(`'${displayName}`)
  })
})
