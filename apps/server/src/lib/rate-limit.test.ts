import { expect, it } from 'vitest'
import { RateLimit } from './rate-limit.ts'

function limitOf(calls: number) {
  const clock = { now: 0, nowMs: () => clock.now }
  return { clock, limit: new RateLimit({ calls, windowMs: 60_000, clock }) }
}

it('lets as many calls through as are allowed and names the wait to the next', () => {
  const { clock, limit } = limitOf(2)
  limit.take('a')
  limit.take('a')
  clock.now = 15_000
  expect(() => limit.take('a')).toThrowError(
    expect.objectContaining({ reason: 'TOO_MANY_REQUESTS', details: { retryAfterSeconds: 45 } }),
  )
})

it('keeps keys apart', () => {
  const { limit } = limitOf(1)
  limit.take('a')
  limit.take('b')
  expect(() => limit.take('a')).toThrowError('Too many requests')
})

it('begins anew when the window has passed', () => {
  const { clock, limit } = limitOf(1)
  limit.take('a')
  clock.now = 60_000
  limit.take('a')
})

it('counts a weight whole or not at all', () => {
  const { limit } = limitOf(3)
  limit.take('a', 2)
  expect(() => limit.take('a', 2)).toThrowError('Too many requests')
  limit.take('a', 1)
})

it('does not count what was given back, however often', () => {
  const { limit } = limitOf(1)
  const call = limit.take('a')
  call.giveBack()
  call.giveBack()
  limit.take('a')
  expect(() => limit.take('a')).toThrowError('Too many requests')
})

it('gives back to the window that the call was taken from', () => {
  const { clock, limit } = limitOf(1)
  const call = limit.take('a')
  clock.now = 60_000
  limit.take('a')
  call.giveBack()
  expect(() => limit.take('a')).toThrowError('Too many requests')
})

it.each([
  ['ahead', 365 * 86_400_000],
  ['back', -365 * 86_400_000],
])('goes by steady time when the wall clock jumps %s', (_where, jumpMs) => {
  const clock = { wallMs: 400 * 86_400_000, steady: 0, nowMs: () => clock.wallMs, steadyMs: () => clock.steady }
  const limit = new RateLimit({ calls: 1, windowMs: 60_000, clock })
  limit.take('a')
  clock.wallMs += jumpMs
  expect(() => limit.take('a')).toThrowError('Try again in 60 s')
  clock.steady = 60_000
  limit.take('a')
})

it('forgets the oldest key beyond its bound', () => {
  const { limit } = limitOf(1)
  limit.take('first')
  for (let index = 0; index < 20_000; index++) limit.take(`key ${index}`)
  limit.take('first')
})
