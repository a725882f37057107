import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keep, ownerKey, rulesDraftPrefix } from '../../../firebase/kept-storage.ts'
import { LimitedStorage } from '../../../firebase/limited-storage.ts'
import { type DraftPlace, forgetDraft, keepDraft, mayKeep, readDraft } from './kept-draft.ts'

const place: DraftPlace = { uid: 'ada', project: 'demo-app', area: 'documents', database: '(default)' }

const draftKeys = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith(rulesDraftPrefix))

beforeEach(() => {
  vi.stubGlobal('localStorage', new LimitedStorage())
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

test('as many are kept as there is room for, the oldest go for a new one', () => {
  for (let at = 1; at <= 20; at++) keepDraft({ ...place, database: `short${at}` }, { text: 'a', at })
  expect(draftKeys()).toHaveLength(20)
  const long = 'a'.repeat(256 * 1024)
  for (let at = 21; at <= 27; at++) keepDraft({ ...place, database: `long${at}` }, { text: long, at })
  keepDraft({ ...place, database: 'short1' }, { text: 'b', at: 28 })
  expect(draftKeys()).toHaveLength(27)
  keepDraft({ ...place, database: 'long29' }, { text: long, at: 29 })
  const gone = Array.from({ length: 19 }, (_, index) => `short${index + 2}`)
  for (const database of gone) expect(readDraft({ ...place, database }), database).toBeUndefined()
  expect(readDraft({ ...place, database: 'long22' })?.text).toBe(long)
  expect(readDraft({ ...place, database: 'short1' })?.text).toBe('b')
})

test('what is too long is not kept, nor anything of whom the browser does not know any more', () => {
  const long = 'a'.repeat(256 * 1024 + 1)
  expect(mayKeep(place, long)).toBe(false)
  keepDraft(place, { text: long, at: 1 })
  keep(ownerKey, undefined)
  expect(mayKeep(place, 'short')).toBe(false)
  keepDraft(place, { text: 'short', at: 1 })
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
