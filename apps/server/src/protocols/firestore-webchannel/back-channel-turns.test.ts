import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BackChannelTurns } from './back-channel-turns.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A browser of six connections, each of them held by a channel as long as the server lets it. */
class Browser {
  readonly ended: string[] = []
  readonly #turns: BackChannelTurns
  readonly #leave = new Map<string, () => void>()

  constructor(turns: BackChannelTurns, sids: string) {
    this.#turns = turns
    for (const sid of sids) this.holds(sid)
  }

  holds(sid: string): void {
    const end = () => {
      this.ended.push(sid)
      this.leaves(sid)
    }
    this.#leave.set(sid, this.#turns.enter('browser', { sid, end }))
  }

  leaves(sid: string): void {
    this.#leave.get(sid)?.()
    this.#leave.delete(sid)
  }
}

test('nobody gives way while a connection is free', () => {
  const browser = new Browser(new BackChannelTurns(), 'abcde')
  vi.advanceTimersByTime(60_000)
  expect(browser.ended).toEqual([])
})

test('the one that is open longest gives way, and whoever waited is let in', () => {
  const browser = new Browser(new BackChannelTurns(), 'abcdef')
  vi.advanceTimersByTime(20)
  expect(browser.ended).toEqual(['a'])
  browser.holds('g')
  vi.advanceTimersByTime(20)
  expect(browser.ended).toEqual(['a', 'b'])
})

test('turns grow longer while nobody waits, up to a second, and are short again when somebody did', () => {
  const turns = new BackChannelTurns()
  const browser = new Browser(turns, 'abcdef')
  const waited: number[] = []
  for (let turn = 1; turn <= 8; turn++) {
    const before = Date.now()
    while (browser.ended.length < turn) vi.advanceTimersByTime(1)
    waited.push(Date.now() - before)
    browser.holds(browser.ended.at(-1) ?? '')
  }
  expect(waited).toEqual([20, 40, 80, 160, 320, 640, 1000, 1000])
  vi.advanceTimersByTime(1000)
  turns.pass('browser')
  browser.holds(browser.ended.at(-1) ?? '')
  vi.advanceTimersByTime(20)
  expect(browser.ended).toHaveLength(10)
})

test('browsers do not count for each other, and one that has left is forgotten', () => {
  const turns = new BackChannelTurns()
  const browser = new Browser(turns, 'abcde')
  const end = vi.fn()
  turns.enter('another', { sid: 'f', end })
  vi.advanceTimersByTime(1000)
  expect(end).not.toHaveBeenCalled()
  browser.holds('f')
  for (const sid of 'abcdef') browser.leaves(sid)
  vi.advanceTimersByTime(1000)
  expect(browser.ended).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})
