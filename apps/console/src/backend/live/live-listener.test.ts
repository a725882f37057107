import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ConnectionState } from './connection.ts'
import { LiveListener, type WayToServer } from './live-listener.ts'

/** A source that the test speaks for, and a way to the server that it can cut. */
class World {
  starts = 0
  stops = 0
  releases = 0
  probes = 0
  say: (snapshot: string, isFromCache: boolean) => void = () => undefined
  fail: (error: unknown) => void = () => undefined
  #state: ConnectionState = { status: 'live' }
  #told: (() => void)[] = []

  readonly way: WayToServer = {
    getSnapshot: () => this.#state,
    subscribe: (listener) => {
      this.#told.push(listener)
      return () => {
        this.#told = this.#told.filter((told) => told !== listener)
      }
    },
    probe: () => {
      this.probes += 1
      return Promise.resolve()
    },
  }

  readonly listener = new LiveListener<string>(
    {
      start: (heard, failed) => {
        this.starts += 1
        this.say = heard
        this.fail = failed
        return () => {
          this.stops += 1
        }
      },
    },
    () => {
      this.releases += 1
    },
    this.way,
  )

  setConnection(state: ConnectionState): void {
    this.#state = state
    for (const tell of this.#told) tell()
  }
}

describe('a shared listener', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1000 })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('starts once for all its readers and tells them all', () => {
    const world = new World()
    const one = vi.fn()
    const other = vi.fn()
    world.listener.subscribe(one)
    world.listener.subscribe(other)
    world.say('a', false)
    expect(world.starts).toBe(1)
    expect(one).toHaveBeenCalledTimes(1)
    expect(other).toHaveBeenCalledTimes(1)
    expect(world.listener.getSnapshot()).toEqual({ status: 'live', data: 'a' })
  })

  it('goes on for a while after its last reader, and shows what it knows to one who comes back', () => {
    const world = new World()
    world.listener.subscribe(vi.fn())()
    vi.advanceTimersByTime(9000)
    world.listener.subscribe(vi.fn())
    world.say('a', false)
    vi.advanceTimersByTime(60_000)
    expect([world.starts, world.stops, world.releases]).toEqual([1, 0, 0])
  })

  it('stops and is forgotten when nobody comes back', () => {
    const world = new World()
    world.listener.subscribe(vi.fn())()
    vi.advanceTimersByTime(10_000)
    expect([world.starts, world.stops, world.releases]).toEqual([1, 1, 1])
  })

  it('stops at once where its last reader says that it won’t come back, and for nobody else', () => {
    const world = new World()
    const leave = world.listener.subscribe(vi.fn())
    world.listener.releaseUnread()
    expect([world.stops, world.releases]).toEqual([0, 0])
    leave()
    world.listener.releaseUnread()
    expect([world.stops, world.releases]).toEqual([1, 1])
    vi.advanceTimersByTime(60_000)
    expect([world.stops, world.releases]).toEqual([1, 1])
  })

  it('is forgotten without ever starting when a render made it and nobody subscribed', () => {
    const world = new World()
    vi.advanceTimersByTime(10_000)
    expect([world.starts, world.stops, world.releases]).toEqual([0, 0, 1])
  })

  it('says how old its data is once it comes from the cache, and asks whether the server is there', () => {
    const world = new World()
    world.listener.subscribe(vi.fn())
    world.say('a', false)
    vi.setSystemTime(9000)
    world.say('a', true)
    expect(world.listener.getSnapshot()).toEqual({ status: 'stale', data: 'a', since: 1000 })
    expect(world.probes).toBe(1)
  })

  it('turns offline and live again with the connection, and tells its readers', () => {
    const world = new World()
    const reader = vi.fn()
    world.listener.subscribe(reader)
    world.say('a', false)
    world.setConnection({ status: 'offline', since: 2000 })
    expect(world.listener.getSnapshot()).toEqual({ status: 'offline', data: 'a', since: 1000 })
    world.setConnection({ status: 'live' })
    expect(world.listener.getSnapshot()).toEqual({ status: 'live', data: 'a' })
    expect(reader).toHaveBeenCalledTimes(3)
  })

  it('is failed after an error until somebody tries again', () => {
    const world = new World()
    world.listener.subscribe(vi.fn())
    world.fail(new Error('boom'))
    const failed = world.listener.getSnapshot()
    expect(failed.status).toBe('failed')
    if (failed.status === 'failed') failed.retry()
    expect(world.listener.getSnapshot()).toEqual({ status: 'loading' })
    world.say('b', false)
    expect(world.listener.getSnapshot()).toEqual({ status: 'live', data: 'b' })
    expect(world.starts).toBe(2)
  })

  it('that was served and is then refused is tried once more before it says so', () => {
    const world = new World()
    world.listener.subscribe(vi.fn())
    world.say('a', false)
    world.fail(new Error('the role changed'))
    expect(world.listener.getSnapshot()).toEqual({ status: 'stale', data: 'a', since: 1000 })
    vi.advanceTimersByTime(1500)
    expect(world.starts).toBe(2)
    world.say('b', false)
    expect(world.listener.getSnapshot()).toEqual({ status: 'live', data: 'b' })

    world.fail(new Error('boom'))
    vi.advanceTimersByTime(1500)
    world.fail(new Error('boom'))
    expect(world.listener.getSnapshot().status).toBe('failed')
    vi.advanceTimersByTime(60_000)
    expect(world.starts).toBe(3)
    world.listener.retry()
    world.listener.retry()
    expect(world.starts).toBe(4)
  })

  it('doesn’t start a second time when it is tried again while it runs', () => {
    const world = new World()
    world.listener.subscribe(vi.fn())
    world.fail(new Error('boom'))
    const failed = world.listener.getSnapshot()
    if (failed.status !== 'failed') throw new Error('not failed')
    failed.retry()
    failed.retry()
    expect(world.starts).toBe(2)
  })

  it('is started again when the server, which can be reached, says nothing for 15 seconds, then for 30', () => {
    const world = new World()
    world.listener.subscribe(vi.fn())
    vi.advanceTimersByTime(14_000)
    expect(world.starts).toBe(1)
    vi.advanceTimersByTime(1000)
    expect([world.starts, world.stops]).toEqual([2, 1])
    vi.advanceTimersByTime(29_000)
    expect(world.starts).toBe(2)
    vi.advanceTimersByTime(1000)
    expect(world.starts).toBe(3)
  })

  it('is left alone while the server spoke last, and while it can’t be reached', () => {
    const world = new World()
    world.listener.subscribe(vi.fn())
    world.say('a', false)
    vi.advanceTimersByTime(600_000)
    expect(world.starts).toBe(1)
    world.setConnection({ status: 'offline', since: 2000 })
    world.say('a', true)
    vi.advanceTimersByTime(600_000)
    expect(world.starts).toBe(1)
    world.setConnection({ status: 'live' })
    vi.advanceTimersByTime(15_000)
    expect(world.starts).toBe(2)
  })

  it('is not started again once nobody reads it', () => {
    const world = new World()
    world.listener.subscribe(vi.fn())()
    vi.advanceTimersByTime(600_000)
    expect([world.starts, world.stops, world.releases]).toEqual([1, 1, 1])
  })
})
