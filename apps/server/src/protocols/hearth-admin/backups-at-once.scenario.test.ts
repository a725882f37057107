import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ok, openShop, SHOP_PROJECT as project } from '../../testing/open-shop.ts'
import { TestServer } from '../../testing/test-server.ts'

type Shop = Awaited<ReturnType<typeof openShop>>
type Act = 'make' | 'restore' | 'remove'

interface Answer {
  readonly act: Act
  readonly status: number
  readonly reason: string | undefined
}

/** Sent in this order, without waiting for an answer. */
async function atOnce(shop: Shop, backup: string, acts: readonly Act[]): Promise<Answer[]> {
  const path = `/projects/${project}/backups`
  const sent = acts.map(async (act): Promise<Answer> => {
    const answer = await (act === 'make'
      ? shop.owner.call('POST', path)
      : act === 'restore'
        ? shop.owner.call('POST', `${path}/${backup}/restore`)
        : shop.owner.call('DELETE', `${path}/${backup}`))
    const { error } = (await answer.json()) as { error?: { reason: string } }
    return { act, status: answer.status, reason: error?.reason }
  })
  return await Promise.all(sent)
}

const isTaken = ({ status }: Answer): boolean => status < 300
const isPutOff = ({ reason }: Answer): boolean => reason === 'BACKUP_UNDER_WAY'

describe('two requests at once', () => {
  it.for<[Act, Act]>([
    ['make', 'make'],
    ['make', 'restore'],
    ['restore', 'make'],
    ['restore', 'restore'],
  ])('%s and %s: one begins, the other is refused', async ([one, other]) => {
    await using server = await TestServer.start()
    const shop = await openShop(server)
    await shop.write('orders/one', 'one')
    const backup = await shop.backups.make()
    const answers = await atOnce(shop, backup, [one, other])
    expect(answers.filter(isTaken)).toHaveLength(1)
    expect(answers.filter(isPutOff)).toHaveLength(1)
    await shop.backups.ended()
    expect(await shop.read('orders/one')).toMatchObject({ text: 'one' })
  })

  it.for<[Act, Act]>([
    ['restore', 'remove'],
    ['remove', 'restore'],
  ])('%s and %s of one backup: never both', async (acts) => {
    await using server = await TestServer.start()
    const shop = await openShop(server)
    await shop.write('orders/one', 'before')
    for (let time = 0; time < 5; time++) {
      const backup = await shop.backups.make()
      await shop.write('orders/one', 'after')
      const answers = await atOnce(shop, backup, acts)
      expect(answers.filter(isTaken), JSON.stringify(answers)).toHaveLength(1)
      await shop.backups.ended()
      const isRestored = answers.some((answer) => answer.act === 'restore' && isTaken(answer))
      const isListed = (await shop.backups.list()).backups.some(({ id }) => id === backup)
      expect({ isListed, text: (await shop.read('orders/one'))?.text }).toEqual(
        isRestored ? { isListed: true, text: 'before' } : { isListed: false, text: 'after' },
      )
      expect(answers.find((answer) => !isTaken(answer))?.reason).toBe(
        isRestored ? 'BACKUP_UNDER_WAY' : 'BACKUP_NOT_FOUND',
      )
      await shop.write('orders/one', 'before')
    }
  })

  it('make and remove: a backup takes nothing from one that goes', async () => {
    await using server = await TestServer.start()
    const shop = await openShop(server)
    await shop.upload('kept.txt', 'kept')
    for (const acts of [
      ['make', 'remove'],
      ['remove', 'make'],
    ] as const) {
      const backup = await shop.backups.make()
      const answers = await atOnce(shop, backup, acts)
      expect(answers.find(({ act }) => act === 'make')?.status).toBe(202)
      const made = await shop.backups.ended()
      const [newest] = (await shop.backups.list()).backups
      expect(newest).toMatchObject({ id: made.backup, files: 1, missingFiles: 0 })
    }
  })

  it('remove and remove: of one backup the second finds nothing, of two both go', async () => {
    await using server = await TestServer.start()
    const shop = await openShop(server)
    const [first, second, third] = [await shop.backups.make(), await shop.backups.make(), await shop.backups.make()]
    const same = await atOnce(shop, first, ['remove', 'remove'])
    expect(same.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    const both = await Promise.all([shop.backups.remove(second), shop.backups.remove(third)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await shop.backups.list()).backups).toEqual([])
  })
})

describe('a project that is deleted', () => {
  it.for<Act>(['make', 'restore'])(
    'beside a request to %s leaves nothing of it, whichever comes first',
    async (act) => {
      for (const isDeletedFirst of [true, false]) {
        await using server = await TestServer.start()
        const shop = await openShop(server)
        await shop.upload('file.txt', 'content')
        const backup = await shop.backups.make()
        const begin = () => atOnce(shop, backup, [act])
        const remove = async () => {
          await ok(shop.owner.call('DELETE', `/projects/${project}`))
          return await shop.owner.call('DELETE', `/deleted-projects/${project}`)
        }
        const answers = await Promise.all(isDeletedFirst ? [remove(), begin()] : [begin(), remove()])
        const deletion = answers.find((answer) => answer instanceof Response)
        expect(deletion?.status, await deletion?.text()).toBe(200)
        await server.hearth.stop()
        const entries = await readdir(server.dataFolder, { recursive: true, withFileTypes: true })
        const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
        expect(files.filter((path) => path.includes(project))).toEqual([])
      }
    },
  )
})

describe('a state before a restore', () => {
  const names = Array.from({ length: 20 }, (_, at) => `file-${at}.txt`)
  const contents = names.map((name) => `the only copy of ${name}`)

  /** Files that are in no other place than the state before the first of so many restores. */
  async function openWorn(server: TestServer, restores: number): Promise<{ shop: Shop; oldest: string }> {
    const shop = await openShop(server)
    const empty = await shop.backups.make()
    for (const [at, name] of names.entries()) await shop.upload(name, contents[at] ?? '')
    const { before } = await shop.backups.restore(empty)
    for (let time = 1; time < restores; time++) await shop.backups.restore(empty)
    return { shop, oldest: before ?? '' }
  }

  const filesOf = (shop: Shop) => Promise.all(names.map((name) => shop.download(name)))

  it('stays while it is restored and right after it, although five newer ones are there then', async () => {
    await using server = await TestServer.start()
    const { shop, oldest } = await openWorn(server, 5)
    const { before } = await shop.backups.restore(oldest)
    expect(await filesOf(shop)).toEqual(contents)
    const { backups } = await shop.backups.list()
    const kept = backups.filter(({ kind }) => kind === 'before-restore')
    expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining([before, oldest]))
    expect(kept.every(({ verifiedAt }) => verifiedAt !== null)).toBe(true)
    expect(kept).toHaveLength(6)
  })

  it('goes in the restore that makes the sixth, so that none that begins when it has ended finds half of it', async () => {
    await using server = await TestServer.start()
    const { shop, oldest } = await openWorn(server, 6)
    await expect(shop.backups.restore(oldest)).rejects.toThrow(/BACKUP_NOT_FOUND/)
    expect((await shop.backups.list()).backups.filter(({ kind }) => kind === 'before-restore')).toHaveLength(5)
  })
})
