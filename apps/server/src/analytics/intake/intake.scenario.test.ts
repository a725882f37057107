import { describe, expect, it } from 'vitest'
import { AnalyticsWorld } from '../../testing/analytics-world.ts'

const HOUR = 60 * 60_000
const count = { metrics: [{ name: 'eventCount' }], keepEmptyRows: true }
const byDate = { dimensions: [{ name: 'date' }], metrics: [{ name: 'eventCount' }] }

describe('an event that comes again', () => {
  it('counts once, by its id or by all it says, also after a restart', async () => {
    await using world = await AnalyticsWorld.open()
    const now = world.nowMs
    const batch = {
      clientId: 'ada',
      sentAt: now,
      events: [
        { id: 'one', name: 'login', params: {}, time: now },
        { name: 'tick', params: { n: 1 }, time: now },
        // Twice in one millisecond, and meant so.
        { name: 'tick', params: { n: 1 }, time: now },
      ],
    }
    await world.collect(batch)
    await world.collect({ ...batch, sentAt: now + 5_000 })
    expect(await world.report(count)).toEqual([[3]])
    await world.restart()
    await world.collect(batch)
    expect(await world.report(count)).toEqual([[3]])
    await world.collect({ ...batch, clientId: 'bob' })
    expect(await world.report(count)).toEqual([[6]])
  })

  it('counts once in one batch, too', async () => {
    await using world = await AnalyticsWorld.open()
    const event = { id: 'one', name: 'login', params: {} }
    await world.collect({ clientId: 'ada', events: [event, event] })
    expect(await world.report(count)).toEqual([[1]])
  })

  it.each([
    ['by its id', { id: 'one' }],
    ['by all it says', {}],
  ])('days later counts once, %s, also in a batch that has grown, after a restart and many others', async (_, id) => {
    await using world = await AnalyticsWorld.open()
    const first = world.nowMs
    const batch = { clientId: 'ada', events: [{ ...id, name: 'login', params: {}, time: first }] }
    await world.collect({ ...batch, sentAt: first })
    world.nowMs += 20 * HOUR
    const grown = { ...batch, events: [...batch.events, { name: 'later', params: {}, time: world.nowMs }] }
    await world.collect({ ...grown, sentAt: world.nowMs })
    expect(await world.report(count)).toEqual([[2]])
    for (let hours = 20; hours < 72; hours += 4) {
      world.nowMs += 4 * HOUR
      await world.collect({
        clientId: 'bob',
        sentAt: world.nowMs,
        events: [{ name: 'other', params: {}, time: world.nowMs }],
      })
    }
    expect(await world.report(count)).toEqual([[15]])
    await world.collect({ ...grown, sentAt: world.nowMs })
    await world.restart()
    await world.collect({ ...grown, sentAt: world.nowMs })
    expect(await world.report(count)).toEqual([[15]])
    await world.collect({ ...batch, clientId: 'eve', sentAt: world.nowMs })
    expect(await world.report(count)).toEqual([[16]])
  })

  it('is forgotten after four days, when no client sends it any more', async () => {
    await using world = await AnalyticsWorld.open()
    const batch = { clientId: 'ada', events: [{ id: 'one', name: 'login', params: {} }] }
    await world.collect(batch)
    const prints = async () =>
      (await world.store()).read((snapshot) =>
        snapshot.listRecords('analytics-prints', {}, { limit: 9, reverse: false }),
      )
    world.nowMs += 3 * 24 * HOUR
    await world.analytics.sweep(world.project)
    expect(await prints()).toHaveLength(1)
    world.nowMs += 2 * 24 * HOUR
    await world.analytics.sweep(world.project)
    expect(await prints()).toHaveLength(0)
  })

  it('is not told apart without id and time: a server may report two that are equal', async () => {
    await using world = await AnalyticsWorld.open()
    const batch = { clientId: 'server', events: [{ name: 'purchase', params: { value: 5 } }] }
    await world.collect(batch)
    await world.collect(batch)
    expect(await world.report(count)).toEqual([[2]])
  })

  it('is answered when the first is durable, both in the same moment', async () => {
    await using world = await AnalyticsWorld.open()
    const batch = { clientId: 'ada', events: [{ id: 'one', name: 'login', params: {} }] }
    await Promise.all([world.collect(batch), world.collect(batch), world.collect(batch)])
    expect(await world.report(count)).toEqual([[1]])
  })
})

describe('the time of an event', () => {
  const day = 24 * HOUR

  it('is as long before it was received as the client says it was sent after it', async () => {
    await using world = await AnalyticsWorld.open()
    const wrongClock = Date.UTC(2031, 0, 1)
    await world.collect({
      clientId: 'ada',
      sentAt: wrongClock,
      events: [{ name: 'late', params: {}, time: wrongClock - 3 * day }],
    })
    expect(await world.report(byDate)).toEqual([['20261117', 1]])
  })

  it.each([
    ['in the future is now', Date.UTC(2026, 11, 24), '20261120'],
    ['is as told by a client that names no time of sending', Date.UTC(2026, 10, 1, 3), '20261101'],
    ['before the last 30 days is 30 days ago', Date.UTC(2020, 0, 1), '20261021'],
  ])('%s', async (_what, time, date) => {
    await using world = await AnalyticsWorld.open()
    await world.collect({ clientId: 'ada', events: [{ name: 'e', params: {}, time }] })
    expect(await world.report(byDate)).toEqual([[date, 1]])
  })
})

describe('many events', () => {
  it('in one moment are all kept, those of a project whose clock goes back too', async () => {
    await using world = await AnalyticsWorld.open()
    const events = Array.from({ length: 25 }, () => ({ name: 'e', params: {} }))
    const burst = async () => {
      await Promise.all(Array.from({ length: 200 }, (_, client) => world.collect({ clientId: `c${client}`, events })))
    }
    await burst()
    world.nowMs -= 60_000
    await burst()
    await world.restart()
    await burst()
    expect(await world.report({ metrics: [{ name: 'eventCount' }, { name: 'activeUsers' }] })).toEqual([[15_000, 200]])
  })

  it('of one app in a minute slow it down alone', async () => {
    await using world = await AnalyticsWorld.open({ eventsPerMinute: 50 })
    const events = Array.from({ length: 25 }, () => ({ name: 'e', params: {} }))
    await world.collect({ clientId: 'ada', events })
    await world.collect({ clientId: 'ada', events })
    await expect(world.collect({ clientId: 'ada', events })).rejects.toMatchObject({ reason: 'TOO_MANY_REQUESTS' })
    await world.collect({ clientId: 'ada', events }, 1)
    expect(await world.report(count)).toEqual([[75]])
  })
})

describe('a store that fails', () => {
  it('is told to whoever reports, and what it did not take may be sent again', async () => {
    await using world = await AnalyticsWorld.open()
    const store = await world.store()
    const commit = store.commit.bind(store)
    store.commit = async () => {
      store.commit = commit
      throw new Error('the disk is gone for a moment')
    }
    const batch = { clientId: 'ada', events: [{ id: 'one', name: 'login', params: {} }] }
    await expect(world.collect(batch)).rejects.toThrow('the disk is gone')
    expect(await world.report(count)).toEqual([])
    await world.collect(batch)
    expect(await world.report(count)).toEqual([[1]])
  })
})

describe('a disk that is nearly full', () => {
  const batch = { clientId: 'ada', events: [{ name: 'login', params: {} }] }
  const gibibyte = 1024 ** 3

  it.each([
    ['a twentieth of a small disk', { total: 10 * gibibyte, free: 0.4 * gibibyte }],
    ['twice what files leave to documents', { total: 1_000 * gibibyte, free: 2 * gibibyte - 1 }],
    ['a gibibyte of a large one', { total: 1_000 * gibibyte, free: gibibyte - 1 }],
  ])('takes no events: %s is left to documents, until there is room again', async (_what, full) => {
    let space = full
    await using world = await AnalyticsWorld.open({ spaceOf: async () => space })
    await expect(world.collect(batch)).rejects.toMatchObject({ code: 'resource-exhausted', reason: 'DISK_FULL' })
    space = { ...full, free: full.total / 2 }
    world.nowMs += 5_000
    await world.collect(batch)
    expect(await world.report(count)).toEqual([[1]])
  })

  it('is not asked again for each batch', async () => {
    let asked = 0
    const spaceOf = async () => {
      asked++
      return { total: gibibyte, free: gibibyte }
    }
    await using world = await AnalyticsWorld.open({ spaceOf })
    await Promise.all([world.collect(batch), world.collect(batch)])
    await world.collect(batch)
    expect(asked).toBe(1)
    world.nowMs += 5_000
    await world.collect(batch)
    expect(asked).toBe(2)
  })
})
