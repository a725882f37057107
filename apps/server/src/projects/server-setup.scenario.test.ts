import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StatusError } from '@hearth/model'
import { describe, expect, it } from 'vitest'
import { systemClock, systemRandom } from '../lib/ambient.ts'
import { SqlitePersistence } from '../persistence/sqlite/sqlite-persistence.ts'
import { RegistryWorld } from './registry-world.ts'
import { type NewOwner, ServerSetup } from './server-setup.ts'
import { CodeFile } from './local-code.ts'

const openStores = (folder: string) => SqlitePersistence.open({ folder, clock: systemClock })
const owner: NewOwner = { email: 'olga@example.com', password: 'correct horse', displayName: 'Olga' }
const HOUR_MS = 3_600_000

/** A set-up whose accounts live in memory; `restart` is what a new process sees. */
function setupIn(world: RegistryWorld, accounts = new Map<string, NewOwner>()) {
  const claimed: string[] = []
  let failure: Error | undefined
  const setup = new ServerSetup({
    persistence: world.persistence,
    codeFile: new CodeFile(world.folder, 'setup-code'),
    clock: world.clock,
    random: systemRandom,
    accounts: {
      async create({ uid, ...rest }) {
        await new Promise((resolve) => setImmediate(resolve))
        if (failure !== undefined) throw failure
        accounts.set(uid, rest)
      },
      exists: async (uid) => accounts.has(uid),
      findOwner: async () => [...accounts.keys()][0],
    },
    onClaimed: async (uid) => void claimed.push(uid),
  })
  return {
    setup,
    accounts,
    claimed,
    failWith: (error: Error | undefined) => {
      failure = error
    },
    restart: () => setupIn(world, accounts),
  }
}

async function openSetup(world: RegistryWorld) {
  const opened = setupIn(world)
  await opened.setup.open()
  return { ...opened, code: opened.setup.code ?? '' }
}

describe('the set-up code', () => {
  it('has 192 bits and lies in the data folder for the own user alone', async () => {
    await using world = await RegistryWorld.make(openStores)
    const { code } = await openSetup(world)
    expect(Buffer.from(code, 'base64url')).toHaveLength(24)
    const file = new CodeFile(world.folder, 'setup-code')
    expect(await file.find()).toBe(code)
    expect((await stat(join(world.folder, 'setup-code'))).mode & 0o777).toBe(0o600)
  })

  it('is the same after a restart and valid for another hour', async () => {
    await using world = await RegistryWorld.make(openStores)
    const { code, restart } = await openSetup(world)
    world.clock.now += 2 * HOUR_MS
    const later = restart()
    await later.setup.open()
    expect(later.setup.code).toBe(code)
    await later.setup.claim(code, owner)
    expect(later.accounts.size).toBe(1)
  })

  it('is another one when its file was taken away', async () => {
    await using world = await RegistryWorld.make(openStores)
    const { code, restart } = await openSetup(world)
    await new CodeFile(world.folder, 'setup-code').remove()
    const later = restart()
    await later.setup.open()
    expect(later.setup.code).not.toBe(code)
    await expect(later.setup.claim(code, owner)).rejects.toMatchObject({ reason: 'SETUP_CODE_INVALID' })
  })

  it.each(['', 'wrong', 'x'.repeat(200), '\0'])('is not %j', async (guess) => {
    await using world = await RegistryWorld.make(openStores)
    const { setup, accounts } = await openSetup(world)
    await expect(setup.claim(guess, owner)).rejects.toMatchObject({
      code: 'permission-denied',
      reason: 'SETUP_CODE_INVALID',
    })
    expect(accounts.size).toBe(0)
  })

  it('ends after an hour', async () => {
    await using world = await RegistryWorld.make(openStores)
    const { setup, code, accounts } = await openSetup(world)
    world.clock.now += HOUR_MS
    await expect(setup.claim(code, owner)).rejects.toMatchObject({
      code: 'failed-precondition',
      reason: 'SETUP_CODE_EXPIRED',
    })
    expect(accounts.size).toBe(0)
  })
})

describe('claiming', () => {
  it('makes exactly one owner of a hundred who come at once', async () => {
    await using world = await RegistryWorld.make(openStores)
    const { setup, code, accounts, claimed } = await openSetup(world)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) => setup.claim(code, { ...owner, email: `o${index}@example.com` })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(accounts.size).toBe(1)
    expect(claimed).toEqual([...accounts.keys()])
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(['SETUP_IN_PROGRESS', 'SETUP_DONE']).toContain(outcome.reason.reason)
    }
  })

  it('burns the code and takes its file away', async () => {
    await using world = await RegistryWorld.make(openStores)
    const { setup, code, restart } = await openSetup(world)
    expect(await setup.isRequired()).toBe(true)
    await setup.claim(code, owner)
    expect(await setup.isRequired()).toBe(false)
    expect(setup.code).toBeUndefined()
    expect(await new CodeFile(world.folder, 'setup-code').find()).toBeUndefined()
    await expect(setup.claim(code, owner)).rejects.toMatchObject({ code: 'failed-precondition', reason: 'SETUP_DONE' })
    const later = restart()
    await later.setup.open()
    expect(later.setup.code).toBeUndefined()
  })

  it('leaves the code usable when the account can not be made', async () => {
    await using world = await RegistryWorld.make(openStores)
    const { setup, code, accounts, failWith } = await openSetup(world)
    failWith(new StatusError('invalid-argument', 'WEAK_PASSWORD', 'Too short.'))
    await expect(setup.claim(code, owner)).rejects.toMatchObject({ reason: 'WEAK_PASSWORD' })
    failWith(undefined)
    await setup.claim(code, owner)
    expect(accounts.size).toBe(1)
  })

  it.each([
    ['before the account was made', false],
    ['after the account was made', true],
  ])('is finished or undone by the next start when the server was killed %s', async (_title, isMade) => {
    await using world = await RegistryWorld.make(openStores)
    const { code, accounts, restart } = await openSetup(world)
    const store = await world.persistence.openProject('console')
    const record = await store.getRecord('setup', 'owner')
    const state = { ...(JSON.parse(record?.value ?? '{}') as object), state: 'claiming', uid: 'olga' }
    await store.commit({ records: [{ space: 'setup', key: 'owner', value: JSON.stringify(state) }] })
    if (isMade) accounts.set('olga', owner)

    const later = restart()
    await later.setup.open()
    expect(await later.setup.isRequired()).toBe(!isMade)
    expect(await later.setup.ownerId()).toBe(isMade ? 'olga' : '')
    if (!isMade) await later.setup.claim(code, owner)
    expect(accounts.size).toBe(1)
  })

  it('is offered again when the only owner is gone, and not while another is left', async () => {
    await using world = await RegistryWorld.make(openStores)
    const { setup, code, accounts, restart } = await openSetup(world)
    await setup.claim(code, owner)
    const uid = await setup.ownerId()
    accounts.delete(uid)
    accounts.set('second', owner)
    const withAnother = restart()
    await withAnother.setup.open()
    expect(withAnother.setup.code).toBeUndefined()
    expect(await withAnother.setup.ownerId()).toBe('second')

    accounts.clear()
    const alone = restart()
    await alone.setup.open()
    expect(await alone.setup.isRequired()).toBe(true)
    await expect(alone.setup.claim(code, owner)).rejects.toMatchObject({ reason: 'SETUP_CODE_INVALID' })
    await alone.setup.claim(alone.setup.code ?? '', owner)
    expect(accounts.size).toBe(1)
  })
})
