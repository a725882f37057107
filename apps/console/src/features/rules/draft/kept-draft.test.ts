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

test('the ninth takes the place of the oldest, and one that is written again of none', () => {
  for (let at = 1; at <= 8; at++) keepDraft({ ...place, database: `d${at}` }, { text: 'a', at })
  keepDraft({ ...place, database: 'd1' }, { text: 'b', at: 9 })
  expect(draftKeys()).toHaveLength(8)
  keepDraft({ ...place, database: 'd9' }, { text: 'a', at: 10 })
  expect(draftKeys()).toHaveLength(8)
  expect(readDraft({ ...place, database: 'd2' })).toBeUndefined()
  expect(readDraft({ ...place, database: 'd1' })?.text).toBe('b')
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
