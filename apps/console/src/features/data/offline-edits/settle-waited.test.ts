import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HearthError } from '../../../api/hearth-error.ts'
import { databaseOf } from '../../../databases/project-database.ts'
import { claimDocumentCache } from '../../../firebase/document-cache-owner.ts'
import { keepJson, keptKeys, pendingPrefix } from '../../../firebase/kept-storage.ts'
import { LimitedStorage, sizeOf } from '../../../firebase/limited-storage.ts'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import { lostKeys, readLostChanges } from '../../../live/lost-changes.ts'
import { keepChanges, listChanges } from './kept-changes.ts'
import { settleEdit } from './settle-edit.ts'
import { type LeftWrite, settleWrite } from './settle-write.ts'

const path = 'notes/a'
const limit = { room: Infinity }
/** What the server has of the document; a code is its answer to all that is asked. */
let server: { versions: readonly object[]; isThere: boolean } | string
/** How often it was asked for versions. */
let asks = 0

const project = {
  id: 'shop',
  app: { name: 'project:shop' },
  call: ({ path: asked }: { path: string }) => {
    if (typeof server === 'string') return Promise.reject(failure(server))
    if (asked.includes('/versions/')) return Promise.resolve(pageOf(server.versions, asked))
    if (!server.isThere) return Promise.reject(failure('not-found'))
    return Promise.resolve({ fields: {}, updateTime: '2026-01-01T00:00:00Z' })
  },
} as unknown as ProjectSession
const database = databaseOf(project, '(default)')

beforeEach(async () => {
  limit.room = Infinity
  vi.stubGlobal('localStorage', new LimitedStorage(limit))
  vi.stubGlobal('sessionStorage', new LimitedStorage())
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  await claimDocumentCache('ada')
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function failure(code: string): HearthError {
  return new HearthError({ code, reason: code, message: code })
}

/** As the server pages. */
function pageOf(versions: readonly object[], asked: string): object {
  const query = new URLSearchParams(asked.slice(asked.indexOf('?')))
  const from = Number(query.get('pageToken') ?? 0)
  const to = from + Number(query.get('pageSize'))
  asks++
  return { versions: versions.slice(from, to), ...(to < versions.length && { nextPageToken: String(to) }) }
}

/** As a page that was closed left it. */
function leaveWrite(operation: 'create' | 'update' | 'delete'): LeftWrite {
  const key = `${pendingPrefix}project:shop.one`
  keepJson(key, { operation, path, ...(operation !== 'delete' && { content: '{"text":"typed"}' }) })
  return { key, operation, path }
}

function lost(): readonly (string | undefined)[] {
  return readLostChanges(lostKeys().split('\n')).map(({ content }) => content)
}

it.each([
  ['a new document that is there', 'create', { versions: [], isThere: true }, []],
  ['a new document that somebody deleted since', 'create', { versions: [deletion(), created()], isThere: false }, []],
  ['a new document that never was', 'create', { versions: [], isThere: false }, ['{"text":"typed"}']],
  ['a change of a document that is there', 'update', { versions: [], isThere: true }, []],
  ['a change of one that is gone', 'update', { versions: [deletion()], isThere: false }, ['{"text":"typed"}']],
  ['a change in a database that is gone', 'create', 'not-found', ['{"text":"typed"}']],
  ['a deletion', 'delete', { versions: [], isThere: true }, []],
  ['what one may not see any more', 'create', 'permission-denied', []],
] as const)('%s is settled', async (_, operation, has, expected) => {
  server = has
  const write = leaveWrite(operation)
  expect(await settleWrite(database, write, true)).toBe(expected.length === 0 ? undefined : 'not-taken')
  expect(lost()).toEqual(expected)
  expect(keptKeys(pendingPrefix)).toEqual([])
})

it('what the server says nothing of, and what there is no room for, stays', async () => {
  const write = leaveWrite('create')
  server = 'unavailable'
  await expect(settleWrite(database, write, true)).rejects.toThrow()
  server = { versions: [], isThere: false }
  limit.room = sizeOf(localStorage)
  await settleWrite(database, write, true)
  expect(keptKeys(pendingPrefix)).toEqual([write.key])
})

it('an edit that no version has is lost with its write, also where no versions are kept', async () => {
  for (const versions of [[deletion(), created()], []]) {
    server = { versions, isThere: false }
    keepChanges('edit', database, { path, changes: [{ path: ['text'], was: undefined, value: typed }] }, 'one')
    leaveWrite('update')
    for (const edit of listChanges('edit', database)) expect(await settleEdit(database, edit, true)).toBe('not-taken')
    expect(keptKeys(pendingPrefix)).toEqual([])
    expect(listChanges('edit', database)).toEqual([])
  }
  // Of the same write, so that two tabs that lose it keep one.
  expect(lost()).toEqual(['{"text":"typed"}'])
})

it('what looks refused is left until that is sure, because an open page may send it only now', async () => {
  const write = leaveWrite('create')
  keepChanges('edit', database, { path, changes: [{ path: ['text'], was: undefined, value: typed }] }, 'two')
  const before = keptKeys('').toSorted()
  server = { versions: [], isThere: false }
  expect(await settleWrite(database, write, false)).toBe('in-doubt')
  for (const edit of listChanges('edit', database)) expect(await settleEdit(database, edit, false)).toBe('in-doubt')
  expect(keptKeys('').toSorted()).toEqual(before)
})

it('an edit that was taken ends with its write', async () => {
  server = { versions: [version({ text: { stringValue: 'typed' } }), created()], isThere: true }
  keepChanges('edit', database, { path, changes: [{ path: ['text'], was: undefined, value: typed }] }, 'one')
  leaveWrite('update')
  for (const edit of listChanges('edit', database)) expect(await settleEdit(database, edit, true)).toBeUndefined()
  expect(keptKeys(pendingPrefix)).toEqual([])
  expect(listChanges('edit', database)).toEqual([])
  expect(lost()).toEqual([])
})

/** By the minute of the day of the edit, at whose tenth minute it was made, and just before which the server's clock was known. */
function settleAmong(...minutes: readonly (readonly [minute: number, text: string])[]): Promise<unknown> {
  return settleSince(Date.parse('2026-01-01T00:09:59Z'), minutes)
}

function settleSince(
  since: number | undefined,
  minutes: readonly (readonly [minute: number, text: string])[],
): Promise<unknown> {
  const fieldsOf = (text: string): object => ({ text: { stringValue: text } })
  server = {
    versions: minutes.map(([minute, text]) =>
      version(fieldsOf(text), new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()),
    ),
    isThere: true,
  }
  const was = { type: 'string', value: 'seen' } as const
  keepChanges('edit', database, { path, changes: [{ path: ['text'], was, value: typed }], since }, 'one')
  leaveWrite('update')
  asks = 0
  const [edit] = listChanges('edit', database)
  return edit === undefined ? Promise.reject(new Error('no edit')) : settleEdit(database, edit, true)
}

/** Of others, one a minute, the newest first. */
function byOthers(from: number, count: number): readonly (readonly [number, string])[] {
  return Array.from({ length: count }, (_, index) => [from + count - 1 - index, `other ${index}`])
}

it('an edit is lost however many versions came since, and is looked for no further back than it was made', async () => {
  expect(await settleAmong(...byOthers(11, 70), [9, 'seen'], ...byOthers(-600, 600))).toBe('not-taken')
  expect(lost()).toEqual(['{"text":"typed"}'])
  expect(keptKeys(pendingPrefix)).toEqual([])
  expect(listChanges('edit', database)).toEqual([])
  expect(asks).toBe(4)
})

it('an edit that is further back than is looked is lost rather than saved', async () => {
  expect(await settleAmong(...byOthers(12, 700), [11, 'typed'], [9, 'seen'])).toBe('not-taken')
  expect(lost()).toEqual(['{"text":"typed"}'])
  expect(asks).toBeLessThan(30)
})

it('an edit that was taken is found behind many versions, with what it took the place of', async () => {
  expect(await settleAmong(...byOthers(13, 70), [12, 'typed'], [11, 'theirs'], [9, 'seen'])).toBe('overwrote')
  expect(lost()).toEqual([])
  expect(listChanges('overwritten', database).map(({ changes }) => changes)).toEqual([
    [{ path: ['text'], was: typed, value: { type: 'string', value: 'theirs' } }],
  ])
})

it('what an edit took the place of is found where two pages of versions meet', async () => {
  for (const others of [17, 18, 19, 20]) {
    const versions = [...byOthers(14, others), [13, 'typed'], [12, 'typed'], [11, 'theirs'], [9, 'seen']] as const
    expect(await settleAmong(...versions)).toBe('overwrote')
  }
})

it('an edit of which nobody knows when it was made is looked for as far back as versions are kept', async () => {
  expect(await settleSince(undefined, [...byOthers(8, 30), [7, 'typed'], [6, 'theirs'], [3, 'seen']])).toBe('overwrote')
})

it('the same values in a version from before the edit are not the edit', async () => {
  expect(await settleAmong([9, 'seen'], [8, 'typed'], [7, 'seen'])).toBe('not-taken')
})

it('an edit whose values somebody had written before it came is neither lost nor an overwriting', async () => {
  expect(await settleAmong([9, 'typed'], [8, 'seen'])).toBeUndefined()
  expect(lost()).toEqual([])
})

const typed = { type: 'string', value: 'typed' } as const

function created(): object {
  return version({})
}

function deletion(): object {
  return { version: '2026-01-01T00:00:00Z', author: { kind: 'server' }, document: null }
}

function version(fields: object, at = '2026-01-01T00:00:00Z'): object {
  return { version: at, author: { kind: 'server' }, document: { fields } }
}
