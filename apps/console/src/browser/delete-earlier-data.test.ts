import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deleteEarlierData } from './delete-earlier-data.ts'
import { keep, keptKey } from './kept-storage.ts'
import { LimitedStorage } from './limited-storage.ts'

const earlier = [
  'hearth.heard',
  'hearth.server-time',
  'firestore_clients_firestore/project:shop/shop_a1',
  'firestore_mutations_firestore/[DEFAULT]/console_1_u',
  'firebase:authUser:key:project:shop',
  ...['write.project:shop.1', 'edit.(default).1.shop', 'overwritten.(default).1.shop', 'lost.1', 'left'].map(keptKey),
  ...['others-gone', 'grant.shop', 'collections.shop', 'databases.shop', 'uploads.u.p.shop'].map(keptKey),
]
const others = [
  'hearth.theme',
  'hearth.documents',
  'firebase:authUser:key:[DEFAULT]',
  keptKey('rules-draft.files.shop'),
]
const ofOthers = ['firebaseLocalStorageDb', 'firestore/[DEFAULT]/shop/main']

let databases: Set<string>
let outcome: 'success' | 'error'

beforeEach(() => {
  databases = new Set(['firestore/[DEFAULT]/console/main', 'firestore/project:shop/shop/main', ...ofOthers])
  outcome = 'success'
  vi.stubGlobal('localStorage', new LimitedStorage())
  vi.stubGlobal('indexedDB', {
    databases: () => Promise.resolve([...databases].map((name) => ({ name }))),
    deleteDatabase: (name: string) => {
      const request = new EventTarget()
      queueMicrotask(() => {
        if (outcome === 'success') databases.delete(name)
        request.dispatchEvent(new Event(outcome))
      })
      return request
    },
  })
  for (const key of [...earlier, ...others]) keep(key, 'kept')
})
afterEach(() => vi.unstubAllGlobals())

it('deletes what an earlier console kept, nothing else, and once', async () => {
  keep('hearth.console', '{}')
  await deleteEarlierData()
  expect(Object.keys(localStorage).toSorted()).toEqual(others.toSorted())
  expect([...databases]).toEqual(ofOthers)

  databases.add('firestore/project:shop/shop/main')
  await deleteEarlierData()
  expect(databases.size).toBe(3)
})

it('begins again with the next page where a database can’t be deleted', async () => {
  keep('hearth.console', '{}')
  outcome = 'error'
  await expect(deleteEarlierData()).rejects.toThrow('was not deleted')
  outcome = 'success'
  await deleteEarlierData()
  expect([...databases]).toEqual(ofOthers)
  expect(Object.keys(localStorage).toSorted()).toEqual(others.toSorted())
})

it('does without the browser’s databases', async () => {
  keep('hearth.console', '{}')
  vi.stubGlobal('indexedDB', undefined)
  await deleteEarlierData()
  expect(Object.keys(localStorage).toSorted()).toEqual(others.toSorted())
})
