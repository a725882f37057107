import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  areFewDenied,
  judgeBackup,
  judgeBackups,
  judgeDenials,
  judgeDisk,
  judgeErrors,
  type UsualDenials,
  usualDenials,
  type Verdict,
} from './conditions.ts'
import { nextEvent } from './incident.ts'

const calm: UsualDenials = { share: 0.01, denied: 2 }
const ranks: Readonly<Record<Verdict, number>> = { fine: 0, between: 1, bad: 2 }
const counts = fc.nat({ max: 100_000 })
const usual = fc.record({
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  denied: fc.double({ min: 0, max: 1000, noNaN: true }),
})

describe('denied requests', () => {
  const verdict = (denied: number, allowed: number, of: UsualDenials | undefined = calm): Verdict =>
    judgeDenials({ denied, allowed }, of).verdict

  it('are a spike when they are many, many more than usual, and a large part of all', () => {
    expect(verdict(50, 100)).toBe('bad')
    expect(verdict(49, 0)).toBe('between')
    expect(verdict(24, 0)).toBe('fine')
    // A busy hour denies more by itself, at the usual share.
    expect(verdict(1_000, 99_000)).toBe('fine')
    // What always denies half of what it is asked is no news until it denies nearly all.
    expect(verdict(500, 500, { share: 0.5, denied: 50 })).toBe('fine')
    expect(verdict(900, 100, { share: 0.5, denied: 50 })).toBe('bad')
    expect(verdict(200, 20, { share: 0.5, denied: 50 })).toBe('between')
  })

  it('are none where nobody knows what is usual, and never while they are few', () => {
    expect(judgeDenials({ denied: 100_000, allowed: 0 }, undefined).verdict).toBe('fine')
    fc.assert(
      fc.property(fc.nat({ max: 49 }), counts, usual, (denied, allowed, of) => {
        expect(verdict(denied, allowed, of)).not.toBe('bad')
        if (areFewDenied({ denied, allowed })) expect(verdict(denied, allowed, of)).toBe('fine')
      }),
    )
  })

  it('are never better for more denials, nor worse for more that is allowed', () => {
    fc.assert(
      fc.property(counts, counts, counts, usual, (denied, allowed, more, of) => {
        expect(ranks[verdict(denied + more, allowed, of)]).toBeGreaterThanOrEqual(ranks[verdict(denied, allowed, of)])
        expect(ranks[verdict(denied, allowed + more, of)]).toBeLessThanOrEqual(ranks[verdict(denied, allowed, of)])
      }),
    )
  })

  it('are usual by the median of the days that had any, so that one bad day changes little', () => {
    const day = (requestsAllowed: number, requestsDenied: number) => ({ requestsAllowed, requestsDenied })
    expect(usualDenials([])).toBeUndefined()
    expect(usualDenials([day(90, 9), day(0, 0)])).toBeUndefined()
    const days = [day(99, 1), day(0, 0), day(990, 10), day(0, 5_000)]
    expect(usualDenials(days)).toEqual({ share: 0.01, denied: 10 / 144 })
  })
})

describe('answers that fail', () => {
  it('count once they are ten and a twentieth, and are over below five or a fiftieth', () => {
    const verdict = (failed: number, answers: number): Verdict => judgeErrors({ failed, answers }).verdict
    expect(verdict(9, 9)).toBe('between')
    expect(verdict(10, 200)).toBe('bad')
    expect(verdict(10, 201)).toBe('between')
    expect(verdict(10, 501)).toBe('fine')
    expect(verdict(4, 4)).toBe('fine')
    expect(verdict(0, 0)).toBe('fine')
  })
})

describe('a disk', () => {
  it('is low before it is full, and neither is over until there is more room than at its beginning', () => {
    const verdict = (stage: 'low-disk' | 'full-disk', free: number): Verdict =>
      judgeDisk(stage, { free, total: 20_000, reserve: 1_000 }).verdict
    expect([verdict('low-disk', 3_999), verdict('low-disk', 4_000), verdict('low-disk', 5_000)]).toEqual([
      'bad',
      'between',
      'fine',
    ])
    expect([verdict('full-disk', 999), verdict('full-disk', 1_000), verdict('full-disk', 1_250)]).toEqual([
      'bad',
      'between',
      'fine',
    ])
    fc.assert(
      fc.property(counts, counts, (free, reserve) => {
        const of = (stage: 'low-disk' | 'full-disk') => ranks[judgeDisk(stage, { free, total: free, reserve }).verdict]
        expect(of('full-disk')).toBeLessThanOrEqual(of('low-disk'))
      }),
    )
  })
})

describe('nightly backups', () => {
  it('are bad while one failed, and nothing is said before they were looked at', () => {
    expect([judgeBackup('failed'), judgeBackup('made'), judgeBackup(undefined)].map(({ verdict }) => verdict)).toEqual([
      'bad',
      'fine',
      'between',
    ])
    const many = Array.from({ length: 12 }, (_, index) => `app-${index}`)
    expect(judgeBackups(many, true)).toMatchObject({ verdict: 'bad', figures: { failedCount: 12 } })
    expect(judgeBackups(many, true).figures.projects).toHaveLength(10)
    expect(judgeBackups([], false).verdict).toBe('between')
    expect(judgeBackups([], true).verdict).toBe('fine')
  })
})

describe('an incident', () => {
  const MINUTE_MS = 60_000

  it('begins once, is called to mind a day later, and ends after a while in which all was fine', () => {
    const at = (verdict: Verdict, now: number, fineForMs = 0, toldAt: number | undefined = 0) =>
      nextEvent('error-rate', toldAt === undefined ? undefined : { toldAt }, { verdict, now, fineForMs })
    expect(nextEvent('error-rate', undefined, { verdict: 'bad', now: 0, fineForMs: 0 })).toBe('opened')
    expect(nextEvent('error-rate', undefined, { verdict: 'between', now: 0, fineForMs: 0 })).toBeUndefined()
    expect(at('bad', MINUTE_MS)).toBeUndefined()
    expect(at('bad', 24 * 60 * MINUTE_MS)).toBe('reminder')
    expect(at('fine', MINUTE_MS, 14 * MINUTE_MS)).toBeUndefined()
    expect(at('fine', MINUTE_MS, 15 * MINUTE_MS)).toBe('ended')
    // A clock that was set back brings no reminder.
    expect(at('bad', -24 * 60 * MINUTE_MS)).toBeUndefined()
  })

  it('is told at most four times an hour however its figures swing', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom<Verdict>('bad', 'between', 'fine'), { maxLength: 120 }), (verdicts) => {
        let open: { toldAt: number } | undefined
        let fineSince: number | undefined
        const told: number[] = []
        verdicts.forEach((verdict, minute) => {
          const now = minute * MINUTE_MS
          fineSince = verdict === 'fine' ? (fineSince ?? now) : undefined
          const event = nextEvent('denial-spike', open, { verdict, now, fineForMs: now - (fineSince ?? now) })
          if (event === undefined) return
          told.push(now)
          open = event === 'ended' ? undefined : { toldAt: now }
        })
        for (const time of told) {
          expect(told.filter((other) => other >= time && other < time + 30 * MINUTE_MS).length).toBeLessThanOrEqual(4)
        }
      }),
    )
  })
})
