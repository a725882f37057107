import { describe, expect, it } from 'vitest'
import type { AuditedAct } from './audit-entry.ts'
import { type FailedSignIn, FailedSignIns } from './failed-sign-ins.ts'

function world() {
  const noted: AuditedAct[] = []
  const clock = { ms: 1_000, nowMs: () => clock.ms }
  return { noted, clock, failures: new FailedSignIns({ note: (act) => noted.push(act), clock }) }
}

const guess = (more: Partial<FailedSignIn> = {}): FailedSignIn => ({
  project: 'shop-app',
  operation: 'accounts:signInWithPassword',
  reason: 'INVALID_LOGIN_CREDENTIALS',
  target: 'ada@example.com',
  address: '192.0.2.1',
  requestId: 'r1',
  ...more,
})

describe('failed sign-ins', () => {
  it('are written down at once, and their repeats as a number when ten minutes have passed', () => {
    const { noted, clock, failures } = world()
    for (let n = 0; n < 10; n++) failures.record(guess())
    failures.record(guess({ reason: 'TOO_MANY_ATTEMPTS_TRY_LATER' }))
    expect(noted.map(({ action, detail }) => [action, detail?.['repeats']])).toEqual([
      ['account.sign-in-failed', undefined],
      ['account.locked-out', undefined],
    ])
    clock.ms += 10 * 60_000
    failures.record(guess({ target: 'bob@example.com' }))
    expect(noted.slice(2)).toMatchObject([
      { action: 'account.sign-in-failed', target: 'ada@example.com', detail: { repeats: '9' } },
      { action: 'account.sign-in-failed', target: 'bob@example.com' },
    ])
  })

  it('of ever new addresses are fifty entries and one more, in each project', () => {
    const { noted, failures } = world()
    for (let n = 0; n < 5_000; n++) failures.record(guess({ target: `guess-${n}@example.com` }))
    failures.record(guess({ project: 'blog' }))
    expect(noted).toHaveLength(52)
    failures.flush()
    expect(noted).toHaveLength(53)
    expect(noted.at(-1)).toMatchObject({ project: 'shop-app', target: '', detail: { repeats: '4949' } })
  })
})
