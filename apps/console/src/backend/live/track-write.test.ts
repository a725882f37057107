import type { FirebaseApp } from 'firebase/app'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lostChanges } from './lost-changes.ts'
import { pendingWrites, type WrittenDown } from './pending-writes.ts'
import { trackWrite } from './track-write.ts'

const app = { name: 'project:shop' } as FirebaseApp
const what: WrittenDown = {
  operation: 'update',
  project: 'shop',
  database: '(default)',
  path: 'notes/first',
  content: '{}',
}
let page: EventTarget

beforeEach(() => {
  page = new EventTarget()
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  pendingWrites.clear()
  lostChanges.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Whether closing the page is asked about. */
function asksBeforeLeaving(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  page.dispatchEvent(event)
  return event.defaultPrevented
}

it('counts a write until the server has it, and closing the page is asked about that long', async () => {
  const answer = Promise.withResolvers<undefined>()
  const told = vi.fn<() => void>()
  const stop = pendingWrites.subscribe(told)
  const write = trackWrite(app, answer.promise, what)
  expect(pendingWrites.getCount()).toBe(1)
  expect(told).toHaveBeenCalledTimes(1)
  expect(asksBeforeLeaving()).toBe(true)
  answer.resolve(undefined)
  await write
  expect(pendingWrites.getCount()).toBe(0)
  expect(asksBeforeLeaving()).toBe(false)
  expect(lostChanges.getSnapshot()).toEqual([])
  stop()
})

it('keeps what was refused until somebody has seen it, but no deletion', async () => {
  const problem = new Error('too large')
  await trackWrite(app, Promise.reject(problem), what).catch(() => undefined)
  await trackWrite(app, Promise.reject(problem), { ...what, operation: 'delete' }).catch(() => undefined)
  await trackWrite(app, Promise.reject(problem)).catch(() => undefined)
  expect(lostChanges.getSnapshot()).toEqual([{ ...what, why: 'refused', problem }])
  expect(pendingWrites.getCount()).toBe(0)
  expect(asksBeforeLeaving()).toBe(true)
  lostChanges.clear()
  expect(asksBeforeLeaving()).toBe(false)
})

it('gives what waited for a project that was closed, and leaves other projects’ alone', async () => {
  const never = new Promise<never>(() => undefined)
  const refused = Promise.withResolvers<undefined>()
  const write = trackWrite(app, refused.promise, what)
  void trackWrite(app, never)
  void trackWrite({ ...app, name: 'project:other' }, never, what)
  expect(pendingWrites.endOf(app)).toEqual([what])
  expect(pendingWrites.getCount()).toBe(1)
  // What comes late of them is told already.
  refused.reject(new Error('late'))
  await write.catch(() => undefined)
  expect(lostChanges.getSnapshot()).toEqual([])
})

it('holds no more than fifty of what was refused, the newest', () => {
  for (let at = 0; at < 60; at++) lostChanges.add({ ...what, path: `notes/${at}`, why: 'left' })
  expect(lostChanges.getSnapshot().map(({ path }) => path)).toEqual(
    Array.from({ length: 50 }, (_, at) => `notes/${at + 10}`),
  )
})
