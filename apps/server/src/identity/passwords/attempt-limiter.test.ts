import { describe, expect, it } from 'vitest'
import { type AttemptLimit, AttemptLimiter } from './attempt-limiter.ts'

const minuteMs = 60_000

const growing = { firstMs: 30_000, maxMs: 15 * minuteMs }

function limiterAt(start = 0, waits: AttemptLimit['waits'] | 'none' = growing) {
  const clock = { now: start, nowMs: () => clock.now }
  const limiter = new AttemptLimiter(
    { attempts: 3, windowMs: 10 * minuteMs, waits: waits === 'none' ? undefined : waits },
    clock,
  )
  const waitOf = (key: string): number => {
    try {
      limiter.check(key)
      return 0
    } catch (error) {
      return (error as { details: { retryAfterSeconds: number } }).details.retryAfterSeconds
    }
  }
  return { clock, limiter, waitOf }
}

describe('an attempt limiter', () => {
  it('lets the first attempts through and doubles the wait after each further one', () => {
    const { clock, limiter, waitOf } = limiterAt()
    limiter.record('ada')
    limiter.record('ada')
    expect(waitOf('ada')).toBe(0)
    const waits: number[] = []
    for (let attempt = 0; attempt < 8; attempt++) {
      limiter.record('ada')
      waits.push(waitOf('ada'))
      clock.now += waitOf('ada') * 1000
      expect(waitOf('ada')).toBe(0)
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900])
  })

  it('without waits that grow makes who exceeds the limit wait for the end of the window, and then all are free', () => {
    const { clock, limiter, waitOf } = limiterAt(0, 'none')
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(waitOf('ada')).toBe(0)
      limiter.record('ada')
      clock.now += minuteMs
    }
    expect(waitOf('ada')).toBe(7 * 60)
    clock.now += waitOf('ada') * 1000
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(waitOf('ada')).toBe(0)
      limiter.record('ada')
    }
    expect(waitOf('ada')).toBe(10 * 60)
  })

  it('counts each key by itself, and forgets one that succeeded', () => {
    const { limiter, waitOf } = limiterAt()
    for (let attempt = 0; attempt < 3; attempt++) limiter.record('ada')
    expect([waitOf('ada'), waitOf('bob')]).toEqual([30, 0])
    limiter.forget('ada')
    expect(waitOf('ada')).toBe(0)
  })

  it('begins anew when the window is over', () => {
    const { clock, limiter, waitOf } = limiterAt()
    limiter.record('ada')
    limiter.record('ada')
    clock.now += 10 * minuteMs
    limiter.record('ada')
    expect(waitOf('ada')).toBe(0)
  })

  it('keeps at most 50,000 keys, those attempted last', () => {
    const { limiter, waitOf } = limiterAt()
    for (const key of ['old', 'recent']) for (let attempt = 0; attempt < 3; attempt++) limiter.record(key)
    for (let index = 0; index < 49_999; index++) limiter.record(`stranger ${index}`)
    expect(waitOf('old')).toBe(0)
    expect(waitOf('recent')).toBeGreaterThan(0)
  })
})
