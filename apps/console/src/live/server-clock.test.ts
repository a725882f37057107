import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LimitedStorage } from '../firebase/limited-storage.ts'
import { ServerClock } from './server-clock.ts'

const heardAt = Date.parse('2026-01-01T00:10:00Z')

beforeEach(() => {
  vi.stubGlobal('localStorage', new LimitedStorage())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function answer(headers: Record<string, string> = { date: new Date(heardAt).toUTCString() }): Response {
  return new Response('ok\n', { headers })
}

it.each([-300_000, 0, 300_000])('knows a time that is over by the server’s clock, with its own %i ms off', (skew) => {
  vi.useFakeTimers({ now: heardAt + skew, toFake: ['Date', 'performance'] })
  const clock = new ServerClock()
  clock.hear(answer())
  expect(clock.passed).toBe(heardAt)
  vi.advanceTimersByTime(10_000)
  expect(clock.passed).toBe(heardAt + 9990)
  // Somebody sets it right.
  vi.setSystemTime(heardAt + 10_000)
  expect(clock.passed).toBe(heardAt + 9990)
})

it('knows from other pages when the server was heard last, and nothing where nobody said it', () => {
  expect(new ServerClock().passed).toBeUndefined()
  new ServerClock().hear(answer({}))
  expect(new ServerClock().passed).toBeUndefined()
  new ServerClock().hear(answer())
  expect(new ServerClock().passed).toBe(heardAt)
})
