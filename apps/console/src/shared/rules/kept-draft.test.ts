import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keep, ownerKey, rulesDraftPrefix } from '../../browser/kept-storage.ts'
import { LimitedStorage, sizeOf } from '../../browser/limited-storage.ts'
import { type DraftPlace, forgetDraft, keepDraft, listOtherDrafts, mayKeep, readDraft } from './kept-draft.ts'

const place: DraftPlace = { uid: 'ada', project: 'demo-app', area: 'documents', database: '(default)' }

const long = 'a'.repeat(256 * 1024)
const limit = { room: Infinity }

const draftKeys = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith(rulesDraftPrefix))

beforeEach(() => {
  limit.room = Infinity
  vi.stubGlobal('localStorage', new LimitedStorage(limit))
  keep(ownerKey, 'ada')
})
afterEach(() => vi.unstubAllGlobals())

test('a draft is that of its account, project, service and database', () => {
  keepDraft(place, { text: 'mine', base: 'projects/demo-app/rulesets/1', at: 1 })
  expect(readDraft(place)).toEqual({ uid: 'ada', text: 'mine', base: 'projects/demo-app/rulesets/1', at: 1 })
  for (const other of [{ uid: 'eve' }, { project: 'shop' }, { area: 'files' as const }, { database: 'second' }]) {
    expect(readDraft({ ...place, ...other }), JSON.stringify(other)).toBeUndefined()
  }
  // The rules of files are the same, whatever database is open.
  keepDraft({ ...place, area: 'files' }, { text: 'of files', at: 2 })
  expect(readDraft({ ...place, area: 'files', database: 'second' })?.text).toBe('of files')
  forgetDraft(place)
  expect(readDraft(place)).toBeUndefined()
})

test('as many are kept as there is room for, and none goes for a new one', () => {
  for (let at = 1; at <= 20; at++) {
    expect(keepDraft({ ...place, database: `short${at}` }, { text: 'a', at })).toBe('kept')
  }
  for (let at = 21; at <= 27; at++) {
    expect(keepDraft({ ...place, database: `long${at}` }, { text: long, at })).toBe('kept')
  }
  const files = { ...place, area: 'files' as const }
  expect(mayKeep(files, long)).toBe(false)
  expect(keepDraft(files, { text: long, at: 28 })).toBe('no-room')
  expect(draftKeys()).toHaveLength(27)
  expect(listOtherDrafts(files).map(({ database }) => database)).toEqual([
    ...Array.from({ length: 7 }, (_, index) => `long${index + 21}`),
    ...Array.from({ length: 20 }, (_, index) => `short${index + 1}`).toSorted(),
  ])
  // What is kept of the same rules takes no room from what takes its place, and stays where that is too much.
  expect(keepDraft({ ...place, database: 'long21' }, { text: `${long.slice(1)}b`, at: 29 })).toBe('kept')
  expect(keepDraft({ ...place, database: 'short1' }, { text: long, at: 30 })).toBe('no-room')
  expect(readDraft({ ...place, database: 'short1' })?.at).toBe(1)
  forgetDraft({ ...place, database: 'long27' })
  expect(mayKeep(files, long)).toBe(true)
  expect(keepDraft(files, { text: long, at: 31 })).toBe('kept')
  expect(listOtherDrafts({ ...place, project: 'shop' })).toContainEqual({ ...files, project: 'demo-app' })
})

test('a browser that is full of other things keeps no draft, and says so', () => {
  keepDraft(place, { text: 'mine', at: 1 })
  limit.room = sizeOf(localStorage) + 50
  expect(mayKeep(place, 'mine')).toBe(true)
  expect(mayKeep(place, long)).toBe(false)
  expect(keepDraft(place, { text: long, at: 2 })).toBe('no-room')
  expect(readDraft(place)?.text).toBe('mine')
  expect(listOtherDrafts(place)).toEqual([])
})

test('what is too long is not kept, nor anything of whom the browser does not know any more', () => {
  expect(mayKeep(place, `${long}a`)).toBe(false)
  expect(keepDraft(place, { text: `${long}a`, at: 1 })).toBe('unkept')
  keep(ownerKey, undefined)
  expect(mayKeep(place, 'short')).toBe(false)
  expect(keepDraft(place, { text: 'short', at: 1 })).toBe('unkept')
  expect(draftKeys()).toEqual([])
})

test('what is no draft is none', () => {
  keepDraft(place, { text: 'mine', at: 1 })
  const [key = ''] = draftKeys()
  for (const text of ['{', '{"text": 3}', 'null']) {
    keep(key, text)
    expect(readDraft(place), text).toBeUndefined()
  }
})
