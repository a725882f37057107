import { environmentManager, focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Presence } from './presence.ts'
import { followWatching, isWatched, whileWatched } from './while-watched.ts'

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

let stopAll = (): void => undefined

/** A query on a screen, repeated each 15 seconds. */
async function begin() {
  const page = new Page()
  const surroundings = { page, document: page, presence: new Presence(page) }
  focusManager.setEventListener((tell) => followWatching(tell, surroundings))
  const client = new QueryClient()
  client.mount()
  const ask = vi.fn<() => Promise<string>>(async () => 'answer')
  const stop = new QueryObserver(client, { queryKey: ['news'], queryFn: ask, ...whileWatched(15_000) }).subscribe(
    () => undefined,
  )
  stopAll = () => {
    stop()
    client.unmount()
  }
  await vi.advanceTimersByTimeAsync(0)
  ask.mockClear()
  return { page, surroundings, ask, stop }
}

beforeEach(() => {
  vi.useFakeTimers()
  environmentManager.setIsServer(() => false)
})
afterEach(() => {
  stopAll()
  focusManager.setEventListener(() => undefined)
  vi.useRealTimers()
})

it('repeats while somebody is there, and stops some minutes after they have gone', async () => {
  const { page, ask, surroundings, stop } = await begin()
  for (let minutes = 0; minutes < 20; minutes++) {
    await vi.advanceTimersByTimeAsync(minuteMs)
    page.sign('keydown')
  }
  expect(ask).toHaveBeenCalledTimes(80)
  expect(isWatched(surroundings)).toBe(true)
  await vi.advanceTimersByTimeAsync(60 * minuteMs)
  expect(ask.mock.calls.length).toBe(80 + 14 * 4 - 1)
  expect(isWatched(surroundings)).toBe(false)
  stop()
})

it.each(['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'])('goes on at once after %s', async (sign) => {
  const { page, ask, stop } = await begin()
  await vi.advanceTimersByTimeAsync(30 * minuteMs)
  ask.mockClear()
  page.sign(sign, { screenX: 3, screenY: 4 })
  await vi.advanceTimersByTimeAsync(0)
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(ask).toHaveBeenCalledTimes(2)
  stop()
})

it('takes a pointer that lies still below a page that moves for nobody', async () => {
  const { page, ask, stop } = await begin()
  page.sign('pointermove', { screenX: 3, screenY: 4 })
  await vi.advanceTimersByTimeAsync(30 * minuteMs)
  ask.mockClear()
  page.sign('pointermove', { screenX: 3, screenY: 4 })
  await vi.advanceTimersByTimeAsync(0)
  expect(ask).not.toHaveBeenCalled()
  stop()
})

it('waits while nobody sees the page, and asks once when they come back to it', async () => {
  const { page, ask, stop } = await begin()
  page.see('hidden')
  await vi.advanceTimersByTimeAsync(2 * minuteMs)
  expect(ask).not.toHaveBeenCalled()
  page.see('visible')
  page.sign('focus')
  await vi.advanceTimersByTimeAsync(0)
  page.sign('focus')
  await vi.advanceTimersByTimeAsync(0)
  expect(ask).toHaveBeenCalledTimes(1)
  stop()
})

it('asks when somebody comes back to a window that could be seen all along', async () => {
  const { page, ask, stop } = await begin()
  await vi.advanceTimersByTimeAsync(5_000)
  page.sign('focus')
  await vi.advanceTimersByTimeAsync(0)
  expect(ask).toHaveBeenCalledTimes(1)
  stop()
})

it('does not begin again while the answer is still on its way', async () => {
  const { ask, stop } = await begin()
  ask.mockReturnValue(new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(2 * minuteMs)
  expect(ask).toHaveBeenCalledTimes(1)
  stop()
})

it('ends with the screen', async () => {
  const { page, ask, stop } = await begin()
  stop()
  await vi.advanceTimersByTimeAsync(minuteMs)
  page.sign('focus')
  page.see('visible')
  await vi.advanceTimersByTimeAsync(10 * minuteMs)
  page.sign('keydown')
  expect(ask).not.toHaveBeenCalled()
})
