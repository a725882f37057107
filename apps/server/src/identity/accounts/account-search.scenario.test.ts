import { describe, expect, it } from 'vitest'
import { IdentityWorld } from '../../testing/identity-world.ts'
import type { AccountQuery } from './account-search.ts'

const firstPage: AccountQuery = { order: 'uid', descending: false, offset: 0, limit: 50 }

async function worldOfThree(): Promise<IdentityWorld> {
  const world = await IdentityWorld.start({ mode: 'start' })
  const { accounts } = world.identity
  const { project } = world
  await accounts.create({
    project,
    uid: 'Ada1',
    email: 'ada@example.com',
    displayName: 'Ada Zimmer',
    emailVerified: true,
  })
  world.clock.advance(1000)
  await accounts.create({ project, uid: 'bob2', phoneNumber: '+14155550123', displayName: 'bob', disabled: true })
  world.clock.advance(1000)
  await accounts.create({ project, uid: 'Cyd3', email: 'cyd@example.org', password: 'a horse of Cyd' })
  return world
}

describe('a search over accounts', () => {
  it.each([
    ['ADA@', ['Ada1']],
    ['zimmer', ['Ada1']],
    ['5550', ['bob2']],
    ['yd3', ['Cyd3']],
    [' example ', ['Ada1', 'Cyd3']],
    ['nobody', []],
  ])('finds %s in whatever names somebody', async (text, uids) => {
    await using world = await worldOfThree()
    const found = await world.identity.findAccounts(world.project, { ...firstPage, text })
    expect(found.accounts.map(({ uid }) => uid)).toEqual(uids)
    expect(found).toMatchObject({ count: uids.length, isPartial: false })
  })

  it.each([
    [{ disabled: true }, ['bob2']],
    [{ disabled: false }, ['Ada1', 'Cyd3']],
    [{ emailVerified: false }, ['Cyd3']],
    [{ provider: 'password' }, ['Cyd3']],
    [{ provider: 'phone' }, ['bob2']],
    [{ provider: 'oidc.acme' }, []],
    [{ provider: 'anonymous' }, []],
    [{ disabled: false, emailVerified: true, text: 'a' }, ['Ada1']],
  ])('leaves out what does not fit %j', async (filter, uids) => {
    await using world = await worldOfThree()
    const found = await world.identity.findAccounts(world.project, { ...firstPage, ...filter })
    expect(found.accounts.map(({ uid }) => uid)).toEqual(uids)
  })

  it.each([
    [{ name: 'role' }, ['Ada1', 'Cyd3', 'bob2']],
    [{ name: 'role', value: 'admin' }, ['Ada1', 'bob2']],
    [{ name: 'role', value: 'Admin' }, []],
    [{ name: 'level', value: 3 }, ['Ada1']],
    [{ name: 'level', value: '3' }, ['Cyd3']],
    [{ name: 'beta', value: false }, ['Ada1']],
    [{ name: 'beta', value: null }, ['Cyd3']],
    [{ name: 'constructor' }, []],
    [{ name: 'of', value: 'shop' }, []],
    [{ name: 'role', value: 'admin' }, ['bob2'], { disabled: true }],
  ])('finds by a claim %j', async (claim, uids, besides: Partial<AccountQuery> = {}) => {
    await using world = await worldOfThree()
    for (const [uid, customClaims] of Object.entries({
      Ada1: { role: 'admin', level: 3, beta: false },
      bob2: { role: ['editor', 'admin'], team: { of: 'shop' } },
      Cyd3: { role: '', level: '3', beta: null },
    })) {
      await world.identity.accounts.update(world.project, uid, 'updated', (account) => ({
        account: { ...account, customClaims },
      }))
    }
    const found = await world.identity.findAccounts(world.project, { ...firstPage, ...besides, claim })
    expect(found.accounts.map(({ uid }) => uid)).toEqual(uids)
  })

  it('tells users of custom tokens from anonymous ones', async () => {
    await using world = await worldOfThree()
    const { identity, project } = world
    for (const madeByCustomToken of [true, undefined]) {
      const uid = madeByCustomToken ? 'custom' : 'anonymous'
      await identity.accounts.create({ project, uid })
      await identity.accounts.update(project, uid, 'updated', (account) => ({
        account: { ...account, madeByCustomToken },
      }))
    }
    for (const provider of ['custom', 'anonymous']) {
      const found = await identity.findAccounts(project, { ...firstPage, provider })
      expect(found.accounts.map(({ uid }) => uid)).toEqual([provider])
    }
  })

  it.each([
    ['createdAt', false, ['Ada1', 'bob2', 'Cyd3']],
    ['createdAt', true, ['Cyd3', 'bob2', 'Ada1']],
    ['name', false, ['Ada1', 'bob2', 'Cyd3']],
    ['name', true, ['bob2', 'Ada1', 'Cyd3']],
    ['email', true, ['Cyd3', 'Ada1', 'bob2']],
    ['lastSignInAt', true, ['Ada1', 'Cyd3', 'bob2']],
  ] as const)('sorts by %s (descending: %s), with what is missing at the end', async (order, descending, uids) => {
    await using world = await worldOfThree()
    const found = await world.identity.findAccounts(world.project, { ...firstPage, order, descending })
    expect(found.accounts.map(({ uid }) => uid)).toEqual(uids)
  })

  it('gives pages that neither overlap nor leave anybody out', async () => {
    await using world = await worldOfThree()
    const pages = await Promise.all(
      [0, 1, 2, 3].map((offset) => world.identity.findAccounts(world.project, { ...firstPage, offset, limit: 1 })),
    )
    expect(pages.map(({ accounts }) => accounts.map(({ uid }) => uid))).toEqual([['Ada1'], ['Cyd3'], ['bob2'], []])
    expect(pages.every(({ count }) => count === 3)).toBe(true)
  })
})
