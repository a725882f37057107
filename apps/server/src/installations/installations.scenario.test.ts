import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { systemRandom } from '../lib/ambient.ts'
import { TimeZone } from '../analytics/time-zone.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import { SqlitePersistence } from '../persistence/sqlite/sqlite-persistence.ts'
import { Installations } from './installations.ts'

const DAY_MS = 24 * 3600 * 1000
const WEB = '1:1:web:a'
const user = (uid: string, tenant?: string) => ({ uid, tenant })

/** The service on a store of its own, with time in the hands of the test. */
class World implements AsyncDisposable {
  now = 1_800_000_000_000
  isReserveReached = false
  readonly store: ProjectStore
  readonly installations: Installations
  readonly #end: () => Promise<void>

  private constructor(store: ProjectStore, end: () => Promise<void>) {
    this.store = store
    this.#end = end
    this.installations = new Installations({
      storeOf: async () => store,
      clock: { nowMs: () => this.now },
      random: systemRandom,
      keptMs: 270 * DAY_MS,
      isReserveReached: async () => this.isReserveReached,
    })
  }

  static async make(): Promise<World> {
    const folder = await mkdtemp(join(tmpdir(), 'hearth-installations-'))
    const persistence = await SqlitePersistence.open({ folder, clock: { nowMs: () => 1_800_000_000_000 } })
    return new World(await persistence.openProject('shop-app'), async () => {
      await persistence.close()
      await rm(folder, { recursive: true })
    })
  }

  async register(appId = WEB): Promise<{ fid: string; token: string; refreshToken: string }> {
    const made = await this.installations.create('shop-app', { fid: '', appId, sdkVersion: 'w:1', device: 'Browser/1' })
    return { fid: made.installation.fid, token: made.authToken.token, refreshToken: made.refreshToken }
  }

  async listed(filter: Parameters<Installations['list']>[1] = {}): Promise<string[]> {
    const page = await this.installations.list('shop-app', filter, { pageSize: 500, pageToken: undefined })
    return page.installations.map(({ fid }) => fid)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end()
  }
}

describe('the list of installations', () => {
  it('has the one seen last first, in pages', async () => {
    await using world = await World.make()
    const made: string[] = []
    for (let count = 0; count < 7; count++) {
      made.push((await world.register()).fid)
      world.now += DAY_MS
    }
    const seen: string[] = []
    let pageToken: string | undefined
    do {
      const page = await world.installations.list('shop-app', {}, { pageSize: 3, pageToken })
      expect(page.installations.length).toBeLessThanOrEqual(3)
      seen.push(...page.installations.map(({ fid }) => fid))
      pageToken = page.nextPageToken
    } while (pageToken !== undefined)
    expect(seen).toEqual(made.toReversed())
  })

  it('moves up who is seen again, an hour later at the earliest', async () => {
    await using world = await World.make()
    const first = await world.register()
    world.now += 1000
    const second = await world.register()
    world.now += 1000
    const seen = { sdkVersion: 'w:1' }
    await world.installations.refresh('shop-app', first.fid, first.refreshToken, seen)
    expect(await world.listed()).toEqual([second.fid, first.fid])
    world.now += 3600 * 1000
    await world.installations.refresh('shop-app', first.fid, first.refreshToken, seen)
    expect(await world.listed()).toEqual([first.fid, second.fid])
    expect(await world.installations.get('shop-app', first.fid)).toMatchObject({ lastSeenAt: world.now })
  })

  it('narrows by app, platform, user and time', async () => {
    await using world = await World.make()
    const phone = await world.register('1:1:ios:b')
    world.now += DAY_MS
    const old = await world.register()
    world.now += DAY_MS
    const [ada, ofTenant] = [await world.register(), await world.register()]
    const slash = await world.register()
    await world.installations.linkUser('shop-app', ada.token, user('ada'), {})
    await world.installations.linkUser('shop-app', ofTenant.token, user('ada', 'blue'), {})
    await world.installations.linkUser('shop-app', slash.token, user('ada/x'), {})
    expect(await world.listed({ platform: 'ios' })).toEqual([phone.fid])
    expect(await world.listed({ appId: '1:1:ios:b' })).toEqual([phone.fid])
    expect(await world.listed({ platform: 'web', seenBefore: world.now - 1 })).toEqual([old.fid])
    expect(await world.listed({ seenBefore: world.now - 1 })).toEqual([old.fid, phone.fid])
    expect(await world.listed({ seenFrom: world.now - DAY_MS, seenBefore: world.now })).toEqual([old.fid])
    expect(await world.listed({ seenFrom: world.now, seenBefore: world.now - 1 })).toEqual([])
    expect(await world.listed({ user: user('ada') })).toEqual([ada.fid])
    expect(await world.listed({ user: user('ada', 'blue') })).toEqual([ofTenant.fid])
    expect(await world.listed({ user: user('ada/x') })).toEqual([slash.fid])
    expect(await world.listed({ user: user('ada'), seenBefore: world.now - 1 })).toEqual([])
    expect(await world.listed({ user: user('nobody') })).toEqual([])
  })

  it('looks at a thousand for a page and goes on from there', async () => {
    await using world = await World.make()
    const phone = await world.register('1:1:ios:b')
    world.now += DAY_MS
    await Promise.all(Array.from({ length: 1_100 }, () => world.register()))
    const filter = { platform: 'ios' } as const
    const first = await world.installations.list('shop-app', filter, { pageSize: 10, pageToken: undefined })
    expect(first.installations).toEqual([])
    const second = await world.installations.list('shop-app', filter, { pageSize: 10, pageToken: first.nextPageToken })
    expect(second.installations.map(({ fid }) => fid)).toEqual([phone.fid])
    expect(second.nextPageToken).toBeUndefined()
  })
})

describe('the housekeeping of installations', () => {
  it('forgets those that were not seen for as long as the setting says, with all that leads to them', async () => {
    await using world = await World.make()
    const stale = await world.register()
    await world.installations.linkUser('shop-app', stale.token, user('ada'), {})
    const alive = await world.register()
    world.now += 269 * DAY_MS
    expect(await world.installations.sweep('shop-app')).toBe(0)
    await world.installations.refresh('shop-app', alive.fid, alive.refreshToken, {})
    world.now += 2 * DAY_MS
    expect(await world.installations.sweep('shop-app')).toBe(1)
    expect(await world.listed()).toEqual([alive.fid])
    expect(await world.listed({ user: user('ada') })).toEqual([])
    await expect(world.installations.get('shop-app', stale.fid)).rejects.toMatchObject({ code: 'not-found' })
    await expect(world.installations.refresh('shop-app', stale.fid, stale.refreshToken, {})).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  it('takes up those that were registered before there were lists in the order of time', async () => {
    await using world = await World.make()
    const old = { appId: WEB, platform: 'web', sdkVersion: 'w:1', firstSeenAt: world.now, lastSeenAt: world.now }
    const fid = 'cAbcdefghijklmnopqrstu'
    const value = JSON.stringify({ ...old, refreshTokenHash: '', authTokenHash: '', authTokenExpiresAt: 0 })
    await world.store.commit({ records: [{ space: 'installation', key: fid, value }] })
    expect(await world.listed()).toEqual([])
    await world.installations.sweep('shop-app')
    expect(await world.listed()).toEqual([fid])
    expect((await world.installations.summarize('shop-app', [WEB], { days: 1, zone: utc })).counts).toEqual(
      new Map([[WEB, 1]]),
    )
  })
})

const utc = TimeZone.of('UTC')

describe('the summary of installations', () => {
  const ios = '1:1:ios:b'

  it('has the days of the time zone that is asked for', async () => {
    await using world = await World.make()
    const daysIn = async (name: string) => {
      const asked = { days: 28, zone: TimeZone.of(name) }
      const { days } = await world.installations.summarize('shop-app', [WEB], asked)
      return days.map(({ date, came }) => [date, came])
    }
    world.now = Date.UTC(2027, 0, 15, 11)
    await world.register()
    expect(await daysIn('UTC')).toEqual([['2027-01-15', 1]])
    expect(await daysIn('Pacific/Kiritimati')).toEqual([['2027-01-16', 1]])
    world.now = Date.UTC(2027, 0, 16, 4)
    await world.register()
    expect(await daysIn('America/Los_Angeles')).toEqual([['2027-01-15', 2]])
  })

  it('counts what each app has, and what came and went by day, whoever took it away', async () => {
    await using world = await World.make()
    const summary = async (days = 28) => {
      const found = await world.installations.summarize('shop-app', [WEB, ios, '1:1:web:none'], { days, zone: utc })
      return { counts: [...found.counts.values()], days: found.days.map((day) => Object.values(day)) }
    }
    expect(await summary()).toEqual({ counts: [0, 0, 0], days: [] })
    const made = await Promise.all([world.register(), world.register(), world.register(), world.register(ios)])
    const [deleted, revoked, linked] = made
    if (deleted === undefined || revoked === undefined || linked === undefined) throw new Error('Nobody registered.')
    // 2027-01-15, in the morning.
    const first = [
      ['2027-01-15', ios, 1, 0],
      ['2027-01-15', WEB, 3, 0],
    ]
    expect(await summary()).toEqual({ counts: [3, 1, 0], days: first })
    await world.installations.linkUser('shop-app', linked.token, user('ada'), {})
    await world.installations.refresh('shop-app', linked.fid, linked.refreshToken, { sdkVersion: 'w:2' })
    world.now += DAY_MS
    await world.installations.delete('shop-app', deleted.fid, deleted.refreshToken)
    await world.installations.revoke('shop-app', revoked.fid)
    await world.installations.revokeOfUser('shop-app', user('ada'))
    const second = [...first, ['2027-01-16', WEB, 0, 3]]
    expect(await summary()).toEqual({ counts: [0, 1, 0], days: second })
    expect((await summary(1)).days).toEqual([['2027-01-16', WEB, 0, 3]])

    world.now += 280 * DAY_MS
    await world.installations.sweep('shop-app')
    expect(await summary(1)).toEqual({ counts: [0, 0, 0], days: [['2027-10-23', ios, 0, 1]] })
    world.now += 130 * DAY_MS
    await world.installations.sweep('shop-app')
    expect((await summary(400)).days).toEqual([['2027-10-23', ios, 0, 1]])
  })
})

describe('revoking', () => {
  it('ends the tokens at once, also of all that a user is linked to', async () => {
    await using world = await World.make()
    const [first, second, other] = [await world.register(), await world.register(), await world.register()]
    for (const { token } of [first, second]) {
      await world.installations.linkUser('shop-app', token, user('ada'), {})
    }
    expect((await world.installations.prove('shop-app', first.token)).fid).toBe(first.fid)
    expect(await world.installations.revokeOfUser('shop-app', user('ada'))).toBe(2)
    await expect(world.installations.prove('shop-app', first.token)).rejects.toMatchObject({
      code: 'unauthenticated',
      reason: 'INSTALLATION_TOKEN_INVALID',
    })
    expect(await world.listed()).toEqual([other.fid])
  })
})

describe('a disk whose rest is for documents', () => {
  it('gets no new installation, and keeps those that are there', async () => {
    await using world = await World.make()
    const { fid, refreshToken } = await world.register()
    world.isReserveReached = true
    await expect(world.register()).rejects.toMatchObject({ code: 'resource-exhausted', reason: 'DISK_FULL' })
    await world.installations.refresh('shop-app', fid, refreshToken, {})
    expect(await world.listed()).toEqual([fid])
    world.isReserveReached = false
    await world.register()
  })
})
