import { expect, test } from 'vitest'
import { SharedAllowance } from './shared-allowance.ts'

function world(attemptsOfSite?: number) {
  const clock = { now: 0, nowMs: () => clock.now, steadyMs: () => clock.now }
  const allowance = new SharedAllowance({ attempts: 80, attemptsOfSite, windowMs: 60_000 }, clock)
  /** How many from there are let through until one is refused. */
  const takeAll = (address: string | undefined, key = 'k'): number => {
    let taken = 0
    for (;;) {
      try {
        allowance.take(key, address)
        taken++
      } catch (error) {
        expect(error).toMatchObject({ reason: 'TOO_MANY_ATTEMPTS_TRY_LATER', details: { retryAfterSeconds: 60 } })
        return taken
      }
    }
  }
  return { clock, allowance, takeAll }
}

test.each([
  ['an address', '192.0.2.1'],
  ['servers', undefined],
])('%s leaves the last quarter to those who had little', (_who, address) => {
  const { takeAll } = world()
  expect(takeAll(address)).toBe(60)
  expect(takeAll('192.0.2.2')).toBe(2)
  expect(takeAll('192.0.2.3', 'another key')).toBe(60)
})

test('the networks of a site have its share together', () => {
  const { allowance, takeAll } = world(3)
  for (let network = 0; network < 3; network++) allowance.take('k', `2001:db8:1:${network}::1`)
  expect(takeAll('2001:db8:1:ffff::1')).toBe(0)
  expect(takeAll('2001:db8:2::1')).toBe(3)
})

test('what is given back does not count, and a new window begins with nothing', () => {
  const { clock, allowance, takeAll } = world()
  const counted = allowance.take('k', '192.0.2.1')
  counted.giveBack()
  counted.giveBack()
  expect(takeAll('192.0.2.1')).toBe(60)
  clock.now += 60_000
  expect(takeAll('192.0.2.1')).toBe(60)
})
