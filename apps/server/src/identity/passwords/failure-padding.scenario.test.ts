import { hash as bcrypt } from 'bcryptjs'
import { describe, expect, it } from 'vitest'
import { IdentityWorld } from '../../testing/identity-world.ts'
import { FailurePadding } from './failure-padding.ts'

const PASSWORD = 'correct horse'

async function importUser(world: IdentityWorld, localId: string, cost: number): Promise<void> {
  const hash = Buffer.from(await bcrypt(PASSWORD, cost)).toString('base64')
  const foreign = { algorithm: 'BCRYPT', hash, salt: '', parameters: {} } as const
  const user = { uid: localId, email: `${localId}@example.com`, providers: [], secondFactors: [] }
  const users = [{ ...user, password: { kind: 'foreign', hash: foreign } as const }]
  expect(await world.identity.imports.import('demo-app', users, { replaces: true })).toEqual([])
}

describe('a wrong password', () => {
  it('A2 enumeration: takes as long for an imported hash, one of ours and no account at all', async () => {
    await using world = await IdentityWorld.start({ mode: 'start', hashesForReal: true })
    await importUser(world, 'imported', 10)
    await world.call('accounts:signUp', { email: 'own@example.com', password: PASSWORD })
    const msOf = async (name: string): Promise<number> => {
      const startedAt = performance.now()
      const answer = await world.call('accounts:signInWithPassword', {
        email: `${name}@example.com`,
        password: 'guess',
      })
      expect(answer.body).toMatchObject({ error: { message: 'INVALID_LOGIN_CREDENTIALS' } })
      return performance.now() - startedAt
    }
    // Whoever asks first learns nothing either.
    expect(await msOf('nobody')).toBeGreaterThan(50)
    // In turn, so that a machine that is busy for a while is busy for all of them.
    const taken: [imported: number, own: number, nobody: number][] = []
    for (let n = 0; n < 5; n++) taken.push([await msOf('imported'), await msOf('own'), await msOf('nobody')])
    const medianOf = (kind: 0 | 1 | 2): number =>
      taken.map((round) => round[kind]).toSorted((one, other) => one - other)[taken.length >> 1] ?? 0
    const [imported, own, nobody] = [medianOf(0), medianOf(1), medianOf(2)]
    expect(own / imported).toBeGreaterThan(0.8)
    expect(own / imported).toBeLessThan(1.25)
    expect(nobody / imported).toBeGreaterThan(0.8)
    expect(nobody / imported).toBeLessThan(1.25)
  })

  it('waits for nothing where no hash was imported', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const asked: unknown[] = []
    const padding = new FailurePadding({
      storeOf: (realm) => world.projects.store(realm),
      hasher: {
        verifyForeign: async (_password, foreign) => {
          asked.push(foreign)
          return false
        },
      },
    })
    await padding.wait('demo-app', performance.now())
    expect(asked).toEqual([])
    await padding.note('demo-app', { algorithm: 'MD5', hash: 'AAAA', salt: '', parameters: {} })
    await padding.wait('demo-app', performance.now())
    await padding.wait('demo-app', performance.now())
    expect(asked).toHaveLength(1)
  })

  it('waits for what a check took lately where the machine is busy', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const padding = new FailurePadding({
      storeOf: (realm) => world.projects.store(realm),
      hasher: { verifyForeign: async () => false },
    })
    await padding.note('demo-app', { algorithm: 'MD5', hash: 'AAAA', salt: '', parameters: {} })
    await padding.learn('demo-app', 200)
    const startedAt = performance.now()
    await padding.wait('demo-app', startedAt)
    expect(performance.now() - startedAt).toBeGreaterThan(195)
  })
})
