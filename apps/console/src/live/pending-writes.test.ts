import type { FirebaseApp } from 'firebase/app'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { claimDocumentCache } from '../firebase/document-cache-owner.ts'
import { keep } from '../firebase/kept-storage.ts'
import { LimitedStorage } from '../firebase/limited-storage.ts'
import { PendingWrites } from './pending-writes.ts'

const app = { name: 'project:shop' } as FirebaseApp
let page: EventTarget

beforeEach(async () => {
  page = new EventTarget()
  vi.stubGlobal('localStorage', new LimitedStorage())
  vi.stubGlobal('sessionStorage', new LimitedStorage())
  vi.stubGlobal('indexedDB', {})
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  await claimDocumentCache('ada')
})
afterEach(() => vi.unstubAllGlobals())

/** Another tab takes an entry away. */
function endElsewhere(key: string): void {
  keep(key, undefined)
  page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: null }))
}

it('a write that another tab saw through is not counted any more', () => {
  const writes = new PendingWrites()
  const told = vi.fn<() => void>()
  const stop = writes.subscribe(told)
  const [one, two] = [writes.begin(app, '(default)', undefined), writes.begin(app, 'second', undefined)]
  expect(writes.getCount()).toBe(2)
  told.mockClear()
  endElsewhere(one)
  expect(told).toHaveBeenCalled()
  expect(writes.getCount()).toBe(1)
  writes.end([two])
  expect(writes.getCount()).toBe(0)
  stop()
})

it('tells in which databases other pages left something', () => {
  const left = new PendingWrites()
  left.begin(app, '(default)', undefined)
  left.begin(app, 'second', undefined)
  left.begin({ ...app, name: 'project:shop-2' }, 'third', undefined)
  expect([...new PendingWrites().databasesOf(app)].toSorted()).toEqual(['(default)', 'second'])
  expect(left.databasesOf(app).size).toBe(0)
})
