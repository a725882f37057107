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

const project = {
  id: 'shop',
  app: { name: 'project:shop' },
  call: ({ path: asked }: { path: string }) => {
    if (typeof server === 'string') return Promise.reject(failure(server))
    if (asked.includes('/versions/')) return Promise.resolve({ versions: server.versions })
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
afterEach(() => vi.unstubAllGlobals())

function failure(code: string): HearthError {
  return new HearthError({ code, reason: code, message: code })
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
    keepChanges('edit', database, path, [{ path: ['text'], was: undefined, value: typed }], 'one')
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
  keepChanges('edit', database, path, [{ path: ['text'], was: undefined, value: typed }], 'two')
  const before = keptKeys('').toSorted()
  server = { versions: [], isThere: false }
  expect(await settleWrite(database, write, false)).toBe('in-doubt')
  for (const edit of listChanges('edit', database)) expect(await settleEdit(database, edit, false)).toBe('in-doubt')
  expect(keptKeys('').toSorted()).toEqual(before)
})

it('an edit that was taken ends with its write', async () => {
  server = { versions: [version({ text: { stringValue: 'typed' } }), created()], isThere: true }
  keepChanges('edit', database, path, [{ path: ['text'], was: undefined, value: typed }], 'one')
  leaveWrite('update')
  for (const edit of listChanges('edit', database)) expect(await settleEdit(database, edit, true)).toBeUndefined()
  expect(keptKeys(pendingPrefix)).toEqual([])
  expect(listChanges('edit', database)).toEqual([])
  expect(lost()).toEqual([])
})

const typed = { type: 'string', value: 'typed' } as const

function created(): object {
  return version({})
}

function deletion(): object {
  return { version: '2026-01-01T00:00:00Z', author: { kind: 'server' }, document: null }
}

function version(fields: object): object {
  return { version: '2026-01-01T00:00:00Z', author: { kind: 'server' }, document: { fields } }
}
