import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Presence } from './presence.ts'
import { isWatched, repeatWhileWatched } from './repeat-while-watched.ts'

const minuteMs = 60_000

class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible'

  see(state: DocumentVisibilityState): void {
    this.visibilityState = state
    this.dispatchEvent(new Event('visibilitychange'))
  }

  sign(type: string, place: object = {}): void {
    this.dispatchEvent(Object.assign(new Event(type), place))
  }
}

function begin() {
  const page = new Page()
  const surroundings = { page, document: page, presence: new Presence(page) }
  const act = vi.fn<() => void>()
  return { page, surroundings, act, stop: repeatWhileWatched(act, 15_000, surroundings) }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('repeats while somebody is there, and stops some minutes after they have gone', () => {
  const { page, act, surroundings, stop } = begin()
  for (let minutes = 0; minutes < 20; minutes++) {
    vi.advanceTimersByTime(minuteMs)
    page.sign('keydown')
  }
  expect(act).toHaveBeenCalledTimes(80)
  expect(isWatched(surroundings)).toBe(true)
  vi.advanceTimersByTime(60 * minuteMs)
  expect(act.mock.calls.length).toBe(80 + 14 * 4 - 1)
  expect(isWatched(surroundings)).toBe(false)
  stop()
})

it.each(['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'])('goes on at once after %s', (sign) => {
  const { page, act, stop } = begin()
  vi.advanceTimersByTime(30 * minuteMs)
  act.mockClear()
  page.sign(sign, { screenX: 3, screenY: 4 })
  expect(act).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(15_000)
  expect(act).toHaveBeenCalledTimes(2)
  stop()
})

it('takes a pointer that lies still below a page that moves for nobody', () => {
  const { page, act, stop } = begin()
  page.sign('pointermove', { screenX: 3, screenY: 4 })
  vi.advanceTimersByTime(30 * minuteMs)
  act.mockClear()
  page.sign('pointermove', { screenX: 3, screenY: 4 })
  expect(act).not.toHaveBeenCalled()
  stop()
})

it('waits while nobody sees the page, and acts once when they come back to it', () => {
  const { page, act, stop } = begin()
  page.see('hidden')
  vi.advanceTimersByTime(2 * minuteMs)
  expect(act).not.toHaveBeenCalled()
  page.see('visible')
  page.sign('focus')
  expect(act).toHaveBeenCalledTimes(1)
  stop()
})

it('ends with everything that belongs to it', () => {
  const { page, act, stop } = begin()
  stop()
  vi.advanceTimersByTime(minuteMs)
  page.sign('focus')
  page.see('visible')
  vi.advanceTimersByTime(10 * minuteMs)
  page.sign('keydown')
  expect(act).not.toHaveBeenCalled()
})
