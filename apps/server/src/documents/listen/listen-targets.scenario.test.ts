import type { Filter } from '@hearth/model'
import { expect, test } from 'vitest'
import type { Caller } from '../../access/caller.ts'
import { permissionDenied } from '../../access/permission-denied.ts'
import { query, set, valueOf } from '../../testing/documents-world.ts'
import { ListenStory } from '../../testing/listen-story.ts'

test('unlisten is answered once, whether the target was live, joining, or never there', async () => {
  await using story = await ListenStory.begin()
  await story.commits(set('c/1', {}))
  story.listens(1, query('c'))
  await story.hears('added 1', 'change c/1 +1', 'current 1', 'snapshot')
  story.unlistens(1)
  await story.hears('removed 1')
  await story.commits(set('c/2', {}))
  await story.hearsNothing()
  story.listens(2, query('c')).unlistens(2)
  await story.hears('added 2', 'removed 2')
  story.unlistens(9)
  await story.hears('removed 9')
  await story.hearsNothing()
})

test('a target id may be used again after it was removed', async () => {
  await using story = await ListenStory.begin()
  await story.commits(set('c/1', {}), set('d/1', {}))
  story.listens(1, query('c')).unlistens(1).listens(1, query('d'))
  await story.hears('added 1', 'removed 1', 'added 1', 'change d/1 +1', 'current 1', 'snapshot')
  await story.commits(set('c/1', { n: 1 }), set('d/1', { n: 1 }))
  await story.hears('change d/1 +1', 'snapshot')
})

test('`once` ends the target when it is current', async () => {
  await using story = await ListenStory.begin()
  await story.commits(set('c/1', {}))
  story.listens(1, query('c'), { once: true })
  await story.hears('added 1', 'change c/1 +1', 'current 1', 'snapshot', 'removed 1')
  await story.commits(set('c/2', {}))
  await story.hearsNothing()
})

test('a refused target ends with the cause, and the session lives on', async () => {
  await using story = await ListenStory.begin({
    authorize: (_caller, request) => {
      if (request.operation === 'list' && request.service === 'documents' && request.query.collectionId === 'secret')
        throw permissionDenied()
      if (request.operation === 'get' && request.service === 'documents' && request.path === 'secret/1')
        throw permissionDenied()
    },
  })
  story.listens(1, query('secret'))
  await story.hears('removed 1 permission-denied')
  story.watches(2, 'c/1', 'secret/1')
  await story.hears('removed 2 permission-denied')
  story.listens(3, query('c', { filter: { kind: 'field', field: ['n'], op: 'in', value: valueOf([]) } }))
  await story.hears('removed 3 invalid-argument')
  story.listens(4, { parent: '', allDescendants: true, orderBy: [], offset: 0 })
  await story.hears('removed 4 invalid-argument')
  story.watches(5, 'not-a-document')
  await story.hears('removed 5 invalid-argument')
  story.listens(6, query('c'))
  await story.hears('added 6', 'current 6', 'snapshot')
})

test('a document is judged as it is told, and not as it was a moment before', async () => {
  const asked: string[] = []
  let judged = Promise.withResolvers<void>()
  const visitor: Caller = { kind: 'visitor' }
  await using story = await ListenStory.begin(
    {
      authorize: async (caller, request) => {
        if (caller.kind !== 'visitor' || request.service !== 'documents' || request.operation === 'list') return
        const isSecret = request.before?.fields.has('secret') === true
        asked.push(isSecret ? 'secret' : 'public')
        // Whoever reads documents to judge this one takes a while.
        if (asked.length === 1) await judged.promise
        if (isSecret) throw permissionDenied()
      },
    },
    visitor,
  )
  await story.commits(set('c/1', { public: true }))
  story.watches(1, 'c/1')
  await expect.poll(() => asked).toEqual(['public'])
  await story.commits(set('c/1', { secret: true }))
  judged.resolve()
  await story.hearsAfterAll('removed 1 permission-denied')
  expect(story.fieldsTold(1)).not.toContain('secret')

  await story.commits(set('c/2', { public: true }))
  story.watches(2, 'c/2')
  await story.hearsAfterAll('change c/2 +2')
  asked.splice(0)
  judged = Promise.withResolvers()
  await story.commits(set('c/2', { public: false }))
  await expect.poll(() => asked).toEqual(['public'])
  await story.commits(set('c/2', { secret: true }))
  judged.resolve()
  await story.hearsAfterAll('removed 2 permission-denied')
  expect(story.fieldsTold(2)).not.toContain('secret')
})

test('a change of one document by name asks for that one alone, however many are listened to', async () => {
  const asked: string[] = []
  await using story = await ListenStory.begin(
    {
      authorize: (_caller, request) => {
        if (request.service === 'documents' && request.operation === 'get') asked.push(request.path)
      },
    },
    { kind: 'visitor' },
  )
  const names = Array.from({ length: 40 }, (_, n) => `c/${n}`)
  for (const id of [1, 2, 3]) {
    story.watches(id, ...names)
    await story.hearsAfterAll(`current ${id}`)
  }
  asked.splice(0)
  await story.commits(set('c/7', { n: 1 }))
  await story.hearsAfterAll('change c/7 +3')
  await story.deletes('c/7')
  await story.hearsAfterAll('delete c/7 -3')
  expect(asked).toEqual(Array.from({ length: 6 }, () => 'c/7'))
})

test('a visitor listens to so many queries that every change is tried on, and to others beside', async () => {
  const from = { id: 'one', clientAddress: '10.0.0.1', headers: {} }
  await using story = await ListenStory.begin({}, { kind: 'visitor', from })
  const above = (n: number): Filter => ({ kind: 'field', field: ['n'], op: '>', value: valueOf(n) })
  const tried = (id: number) =>
    query('c', { filter: { kind: 'or', filters: Array.from({ length: 29 }, (_, n) => above(1_000 * id + n)) } })
  for (let id = 1; id <= 166; id++) story.listens(id, tried(id))
  await story.hearsAfterAll('current 166')
  story.listens(167, tried(167))
  await story.hearsAfterAll('removed 167 resource-exhausted')
  story.listens(168, query('c', { filter: { kind: 'field', field: ['n'], op: '==', value: valueOf(1) } }))
  await story.hearsAfterAll('current 168')
  story.unlistens(1).listens(169, tried(169))
  await story.hearsAfterAll('current 169')
})

test('a session ends when the token of its caller expires', async () => {
  const expiresAt = Math.ceil(Date.now() / 1000) + 1
  // The clock stands still, so however long the world takes to open, a second of the token is left.
  const clock = { nowMs: () => (expiresAt - 1) * 1000 }
  await using story = await ListenStory.begin(
    { clock },
    { kind: 'user', project: 'demo-app', uid: 'ada', claims: {}, authTime: 0, expiresAt },
  )
  story.listens(1, query('c'))
  await story.hears('added 1', 'current 1', 'snapshot', 'ended unauthenticated')
  await story.commits(set('c/1', {}))
  await story.hearsNothing()
})
