import { expect, it } from 'vitest'
import { HearthError } from '../../../backend/api/hearth-error.ts'
import { databaseOf } from '../../../documents/project-database.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { deleteAsRead } from './delete-as-read.ts'

const found = '2026-01-01T00:00:00Z'
const later = '2026-01-01T00:01:00Z'

interface Deletion {
  readonly delete: string
  readonly currentDocument?: { readonly updateTime: string }
}

/** A server with these documents, by the time that each was written; `afterFirst` happens when it has written once, and then its answer is lost. */
function serverWith(documents: Map<string, string>, afterFirst?: () => void) {
  let isLost = afterFirst === undefined
  const root = 'projects/shop/databases/(default)/documents/'
  const project = {
    id: 'shop',
    app: { name: 'project:shop' },
    noteUse: () => undefined,
    async call({ path, body }: { path: string; body: { writes: Deletion[]; documents: string[] } }): Promise<unknown> {
      if (path.endsWith(':batchGet'))
        return body.documents.map((name) => {
          const updateTime = documents.get(name.slice(root.length))
          return updateTime === undefined ? {} : { found: { name, updateTime } }
        })
      const status = body.writes.map((write) => {
        const name = write.delete.slice(root.length)
        if (name === 'notes/refused') return { code: 7, message: 'No.' }
        const wanted = write.currentDocument?.updateTime
        if (wanted !== undefined && documents.get(name) !== wanted) return { code: 9, message: 'Another one.' }
        documents.delete(name)
        return {}
      })
      if (isLost) return { status }
      isLost = true
      afterFirst?.()
      throw new HearthError({ code: 'unavailable', reason: 'NO_ANSWER', message: 'lost' })
    },
  } as unknown as ProjectSession
  return databaseOf(project, '(default)')
}

async function deleteIn(database: ReturnType<typeof serverWith>, ...names: readonly string[]) {
  const documents = names.map((name) => ({ path: `notes/${name}`, updateTime: found }))
  const fates = await deleteAsRead(database, documents, new AbortController().signal)
  return fates.map(({ kind }) => kind)
}

it('a document that somebody changed stays, and one that somebody deleted is gone', async () => {
  const documents = new Map([
    ['notes/same', found],
    ['notes/changed', later],
    ['notes/refused', found],
  ])
  expect(await deleteIn(serverWith(documents), 'same', 'changed', 'absent', 'refused')).toEqual([
    'gone',
    'kept',
    'gone',
    'refused',
  ])
  expect([...documents.keys()]).toEqual(['notes/changed', 'notes/refused'])
})

it('a document that is made anew after an answer was lost stays', async () => {
  const documents = new Map([
    ['notes/gone', found],
    ['notes/again', found],
  ])
  const database = serverWith(documents, () => documents.set('notes/again', later))
  expect(await deleteIn(database, 'gone', 'again')).toEqual(['gone', 'kept'])
  expect([...documents.keys()]).toEqual(['notes/again'])
})

it('without a time a document goes whatever it holds', async () => {
  const documents = new Map([['notes/changed', later]])
  const fates = await deleteAsRead(serverWith(documents), [{ path: 'notes/changed' }], new AbortController().signal)
  expect(fates).toEqual([{ kind: 'gone' }])
  expect(documents.size).toBe(0)
})
