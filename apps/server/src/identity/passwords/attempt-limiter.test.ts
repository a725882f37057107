import { describe, expect, it } from 'vitest'
import { type Attempt, type AttemptLimit, AttemptLimiter } from './attempt-limiter.ts'

const MINUTE_MS = 60_000

const growing = { firstMs: 30_000, maxMs: 15 * MINUTE_MS }

function limiterAt(start = 0, waits: AttemptLimit['waits'] | 'none' = growing) {
  const clock = { now: start, steady: 0, nowMs: () => clock.now }
  const limiter = new AttemptLimiter(
    { attempts: 3, windowMs: 10 * MINUTE_MS, waits: waits === 'none' ? undefined : waits },
    clock,
  )
  const fail = (key: string): void => AttemptLimiter.spend([limiter.at(key)])
  /** Takes an attempt to learn it, and gives it back. */
  const waitOf = async (key: string): Promise<number> => {
    try {
      await AttemptLimiter.take([limiter.at(key)], async (attempt) => attempt.giveBack())
      return 0
    } catch (error) {
      return (error as { details: { retryAfterSeconds: number } }).details.retryAfterSeconds
    }
  }
  return { clock, limiter, fail, waitOf }
}

describe('an attempt limiter', () => {
  it('lets the first attempts through and doubles the wait after each further one', async () => {
    const { clock, fail, waitOf } = limiterAt()
    fail('ada')
    fail('ada')
    expect(await waitOf('ada')).toBe(0)
    const waits: number[] = []
    for (let attempt = 0; attempt < 8; attempt++) {
      fail('ada')
      waits.push(await waitOf('ada'))
      clock.now += (await waitOf('ada')) * 1000
      expect(await waitOf('ada')).toBe(0)
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900])
  })

  it('without waits that grow makes who exceeds the limit wait for the end of the window, and then all are free', async () => {
    const { clock, fail, waitOf } = limiterAt(0, 'none')
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await waitOf('ada')).toBe(0)
      fail('ada')
      clock.now += MINUTE_MS
    }
    expect(await waitOf('ada')).toBe(7 * 60)
    clock.now += (await waitOf('ada')) * 1000
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await waitOf('ada')).toBe(0)
      fail('ada')
    }
    expect(await waitOf('ada')).toBe(10 * 60)
  })

  it('counts each key by itself, and forgets one that succeeded', async () => {
    const { limiter, fail, waitOf } = limiterAt()
    for (let attempt = 0; attempt < 3; attempt++) fail('ada')
    expect([await waitOf('ada'), await waitOf('bob')]).toEqual([30, 0])
    limiter.forget('ada')
    expect(await waitOf('ada')).toBe(0)
  })

  it('begins anew when the window is over', async () => {
    const { clock, fail, waitOf } = limiterAt()
    fail('ada')
    fail('ada')
    clock.now += 10 * MINUTE_MS
    fail('ada')
    expect(await waitOf('ada')).toBe(0)
  })

  it('keeps at most 50,000 keys, those attempted last', async () => {
    const { fail, waitOf } = limiterAt()
    for (const key of ['old', 'recent']) for (let attempt = 0; attempt < 3; attempt++) fail(key)
    for (let index = 0; index < 49_999; index++) fail(`stranger ${index}`)
    expect(await waitOf('old')).toBe(0)
    expect(await waitOf('recent')).toBeGreaterThan(0)
  })

  it('judges no more of 150 attempts at the same time than of 150 one after another', async () => {
    const { limiter } = limiterAt()
    let judged = 0
    const judge = async (): Promise<void> => {
      judged++
      await new Promise(setImmediate)
    }
    const guesses = Array.from({ length: 150 }, () => AttemptLimiter.take([limiter.at('ada')], judge))
    const outcomes = await Promise.allSettled(guesses)
    expect([judged, outcomes.filter(({ status }) => status === 'rejected').length]).toEqual([3, 147])
  })

  it('lets attempts that are right through, however many come at the same time', async () => {
    const { limiter, waitOf } = limiterAt()
    const judge = async (attempt: Attempt): Promise<void> => {
      await new Promise(setImmediate)
      attempt.giveBack()
    }
    await Promise.all(Array.from({ length: 60 }, () => AttemptLimiter.take([limiter.at('ada')], judge)))
    expect(await waitOf('ada')).toBe(0)
  })

  it('judges one at a time where it is told to', async () => {
    const limiter = new AttemptLimiter(
      { attempts: 9, windowMs: 1_000, waits: undefined, atOnce: 1 },
      { nowMs: () => 0 },
    )
    let running = 0
    let most = 0
    const judge = async (): Promise<void> => {
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running--
    }
    await Promise.all(Array.from({ length: 5 }, () => AttemptLimiter.take([limiter.at('ada')], judge)))
    expect(most).toBe(1)
  })

  it('counts against all keys or against none', async () => {
    const { limiter, fail, waitOf } = limiterAt()
    for (let attempt = 0; attempt < 3; attempt++) fail('bob')
    const both = [limiter.at('ada'), limiter.at('bob')]
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(() => AttemptLimiter.spend(both)).toThrow('Too many attempts')
      await expect(AttemptLimiter.take(both, async () => {})).rejects.toThrow('Too many attempts')
    }
    expect(await waitOf('ada')).toBe(0)
  })

  it.each([
    ['ahead', 365 * 86_400_000],
    ['back', -365 * 86_400_000],
  ])('goes by steady time when the wall clock jumps %s', async (_where, jumpMs) => {
    const { clock, fail, waitOf } = limiterAt(400 * 86_400_000)
    Object.assign(clock, { steadyMs: () => clock.steady })
    for (let attempt = 0; attempt < 3; attempt++) fail('ada')
    clock.now += jumpMs
    expect(await waitOf('ada')).toBe(30)
    clock.steady = 30_000
    expect(await waitOf('ada')).toBe(0)
  })
})
