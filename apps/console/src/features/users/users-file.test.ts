import { describe, expect, it } from 'vitest'
import type { ProjectUser } from '../../shared/people/project-user.ts'
import { UsersFile, type UsersFormat } from './users-file.ts'

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

async function written(format: UsersFormat, ...slices: readonly (readonly ProjectUser[])[]): Promise<string> {
  const file = new UsersFile(format)
  for (const slice of slices) file.add(slice)
  const text = await file.finish().text()
  expect(file.characters).toBe(text.length)
  return text
}

describe('an export of users', () => {
  it('is the vendor’s JSON, slice by slice, without what stands for a password', async () => {
    const kept = { ...ada, passwordHash: undefined }
    const bob = { localId: 'bob' }
    expect(JSON.parse(await written('json', [ada, bob], [], [bob]))).toEqual({ users: [kept, bob, bob] })
    expect(JSON.parse(await written('json'))).toEqual({ users: [] })
  })

  it('quotes what CSV wants quoted', async () => {
    expect((await written('csv', [ada])).split('\r\n')).toEqual([
      'uid,email,emailVerified,name,phone,disabled,providers,created,lastSignIn,claims',
      'ada,ada@example.com,false,"Ada, ""the first""",+14155550123,false,password oidc.acme,,1970-01-01T00:00:01.000Z,"{""a"":1}"',
      '',
    ])
  })

  it.each(['=1+1', '+SUM(A1)', '-2*3', '@x', '\ttab'])('lets no spreadsheet run %j', async (displayName) => {
    expect(await written('csv', [{ localId: 'eve', displayName }])).toContain(`'${displayName}`)
  })
})
