import type { FirebaseApp } from 'firebase/app'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { claimDocumentCache } from '../firebase/document-cache-owner.ts'
import { keep, keptKeys, ownerKey, pendingPrefix, rulesDraftPrefix } from '../firebase/kept-storage.ts'
import { forgetProject } from '../firebase/document-cache.ts'
import { LimitedStorage, sizeOf } from '../firebase/limited-storage.ts'
import { forgetLostChanges, lostKeys, loseChangesOf, loseSave, readLostChanges } from './lost-changes.ts'
import { pendingWrites, type WrittenDown } from './pending-writes.ts'
import { trackWrite } from './track-write.ts'

const words = 'w'.repeat(1000)
const limit = { room: Infinity }

beforeEach(async () => {
  limit.room = Infinity
  vi.stubGlobal('localStorage', new LimitedStorage(limit))
  vi.stubGlobal('sessionStorage', new LimitedStorage())
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('location', { hostname: 'backend.example.com' })
  vi.stubGlobal('document', { addEventListener: () => undefined })
  vi.stubGlobal('removeEventListener', () => undefined)
  await claimDocumentCache('ada')
})
afterEach(() => vi.unstubAllGlobals())

/** As a page that was closed left it. */
function leaveWrite(id: string): void {
  const what = { operation: 'update', path: `notes/${id}`, content: words }
  keep(`${pendingPrefix}project:shop.${id}`, JSON.stringify(what))
}

function lost(): readonly string[] {
  return readLostChanges(lostKeys().split('\n'))
    .map(({ place }) => place)
    .toSorted()
}

it('what waited in a closed project is kept as lost, also where there is no room for two of any', () => {
  for (const id of ['a', 'b', 'c']) leaveWrite(id)
  limit.room = sizeOf(localStorage) + 200
  loseChangesOf('shop')
  expect(lost()).toEqual(['notes/a', 'notes/b', 'notes/c'])
  expect(pendingWrites.getCount()).toBe(0)
})

it('what there is no room for among what is lost stays where it was', async () => {
  for (const id of ['a', 'b']) leaveWrite(id)
  keep(`${rulesDraftPrefix}documents.shop`, JSON.stringify({ text: words }))
  const before = keptKeys('').toSorted()
  limit.room = sizeOf(localStorage)
  await forgetProject('shop')
  expect(lost()).toEqual([])
  expect(keptKeys('').toSorted()).toEqual(before)
  limit.room = Infinity
  await forgetProject('shop')
  expect(lost()).toEqual(['documents', 'notes/a', 'notes/b'])
  expect(keptKeys(pendingPrefix)).toEqual([])
})

it.each(['another account', 'another account in a tab without databases'])(
  '%s neither reads nor ends what is kept',
  async (who) => {
    leaveWrite('a')
    leaveWrite('b')
    loseChangesOf('shop')
    leaveWrite('c')
    const before = keptKeys('').toSorted()
    keep(ownerKey, 'grace')
    if (who !== 'another account') keep('hearth.withoutDatabases', 'true', 'session')
    expect(lostKeys()).toBe('')
    expect(pendingWrites.getCount()).toBe(0)
    await forgetProject('shop')
    expect(keptKeys('').toSorted()).toEqual(before)
  },
)

it.each(['another account’s browser', 'no room'])(
  'a save that failed is told of in its page where there is %s',
  (why) => {
    if (why === 'no room') limit.room = sizeOf(localStorage)
    else keep(ownerKey, 'grace')
    const before = keptKeys('').toSorted()
    loseSave('shop', '(default)', { operation: 'update', path: 'notes/a', content: words })
    expect(lost()).toEqual(['notes/a'])
    expect(keptKeys('').toSorted()).toEqual(before)
    forgetLostChanges(lostKeys().split('\n'))
    expect(lost()).toEqual([])
  },
)

it('the same account in a tab without databases sees what was lost, and leaves what waits', async () => {
  leaveWrite('a')
  loseChangesOf('shop')
  leaveWrite('b')
  keep('hearth.withoutDatabases', 'true', 'session')
  await forgetProject('shop')
  expect(lost()).toEqual(['notes/a'])
  expect(keptKeys(pendingPrefix)).toHaveLength(1)
})

it.each(['there is room for its words', 'there is none', 'nothing of this browser may be kept'])(
  'a write that is refused is told of where %s',
  async (why) => {
    vi.stubGlobal('indexedDB', {})
    if (why === 'there is none') limit.room = sizeOf(localStorage) + 100
    if (why === 'nothing of this browser may be kept') keep('hearth.withoutDatabases', 'true', 'session')
    const write = refused({ operation: 'update', path: 'notes/a', content: words, removes: ['old'] })
    expect(pendingWrites.getCount()).toBe(1)
    await write()
    expect(readLostChanges(lostKeys().split('\n'))).toMatchObject([
      { place: 'second: notes/a', operation: 'update', content: words, removes: ['old'], why: 'refused' },
    ])
    expect(pendingWrites.getCount()).toBe(0)
    forgetLostChanges(lostKeys().split('\n'))
    expect(lost()).toEqual([])
  },
)

it('a refused write of which another tab or account is told already is not told of again', async () => {
  limit.room = sizeOf(localStorage) + 100
  const write = refused({ operation: 'create', path: 'notes/a', content: words })
  // As when the databases of whoever signed out are closed.
  pendingWrites.disown()
  await write()
  expect(lost()).toEqual([])
})

it('a refused deletion, which the document shows, is not told of', async () => {
  await refused({ operation: 'delete', path: 'notes/a' })()
  expect(lost()).toEqual([])
  expect(pendingWrites.getCount()).toBe(0)
})

/** A tracked write that the server refuses once the answer is called. */
function refused(what: WrittenDown): () => Promise<void> {
  const server = Promise.withResolvers<never>()
  const write = trackWrite({ name: 'project:shop' } as FirebaseApp, server.promise, 'second', what)
  return async () => {
    server.reject(new Error('refused'))
    await expect(write).rejects.toThrow('refused')
    await vi.waitUntil(() => lostKeys() !== '' || pendingWrites.getCount() === 0)
  }
}
