import type { Query } from '@hearth/model'
import { test } from 'vitest'
import { by, query, set } from '../../testing/documents-world.ts'
import { ListenStory } from '../../testing/listen-story.ts'

const positive: Query = query('c', {
  filter: { kind: 'field', field: ['n'], op: '>', value: { kind: 'integer', value: 0n } },
})

test('a token brings only what changed, with what left, and a filter for the client to compare', async () => {
  await using story = await ListenStory.begin()
  await story.commits(...[1, 2, 3, 4].map((n) => set(`c/${n}`, { n })))
  story.listens(1, positive)
  await story.hears(
    'added 1',
    'change c/1 +1',
    'change c/2 +1',
    'change c/3 +1',
    'change c/4 +1',
    'current 1',
    'snapshot',
  )
  await story.isCutOff()
  await story.commits(set('c/2', { n: 7 }), set('c/3', { n: -1 }), set('c/5', { n: 5 }), set('c/6', { n: -6 }))
  await story.deletes('c/4')
  story.comesBack().resumes(1, { kind: 'query', query: positive }, 4)
  await story.hears(
    'added 1',
    'change c/2 +1',
    'change c/5 +1',
    'change c/3 -1',
    'delete c/4 -1',
    'filter 1 3 with names',
    'current 1',
    'snapshot',
  )
  await story.isCutOff()
  story.comesBack().resumes(1, { kind: 'query', query: positive })
  await story.hears('added 1', 'current 1', 'snapshot')
})

test('a token of a limit brings what entered and what left the window', async () => {
  await using story = await ListenStory.begin()
  await story.commits(...[1, 2, 3, 4].map((n) => set(`c/${n}`, { n })))
  const asked = query('c', { orderBy: [by('n')], limit: 3 })
  story.listens(1, asked)
  await story.hears('added 1', 'change c/1 +1', 'change c/2 +1', 'change c/3 +1', 'current 1', 'snapshot')
  await story.isCutOff()
  await story.deletes('c/1')
  await story.commits(set('c/0', { n: 0 }), set('c/00', { n: 0 }))
  story.comesBack().resumes(1, { kind: 'query', query: asked }, 3)
  await story.hears(
    'added 1',
    'change c/0 +1',
    'change c/00 +1',
    'delete c/1 -1',
    'change c/3 -1',
    'filter 1 3 with names',
    'current 1',
    'snapshot',
  )
})

test('a token of documents by name brings what changed and what was deleted', async () => {
  await using story = await ListenStory.begin()
  await story.commits(set('c/1', {}), set('c/2', {}))
  const what = { kind: 'documents', paths: ['c/1', 'c/2', 'c/3'] } as const
  story.watches(1, ...what.paths)
  await story.hears('added 1', 'change c/1 +1', 'change c/2 +1', 'current 1', 'snapshot')
  await story.isCutOff()
  await story.deletes('c/1')
  await story.commits(set('c/3', {}))
  story.comesBack().resumes(1, what, 2)
  await story.hears('added 1', 'change c/3 +1', 'delete c/1 -1', 'filter 1 2 with names', 'current 1', 'snapshot')
})

test('a token that means nothing here begins anew, after a reset', async () => {
  await using story = await ListenStory.begin()
  await story.commits(set('c/1', {}))
  const token = new TextEncoder().encode('from another server')
  story.listens(1, query('c'), { resume: { kind: 'token', token } })
  await story.hears('added 1', 'reset 1', 'change c/1 +1', 'current 1', 'snapshot')
})

test('a token of a limit whose result was too large to be compared begins anew, after a reset', async () => {
  await using story = await ListenStory.begin()
  const text = 'x'.repeat(1_000_000)
  for (const half of [0, 1]) {
    await story.commits(...Array.from({ length: 34 }, (_, i) => set(`c/${half}-${i}`, { n: i, text })))
  }
  story.watches(9, 'x/1')
  await story.hears('added 9', 'current 9', 'snapshot')
  await story.isCutOff()
  for (const half of [0, 1]) {
    await story.commits(...Array.from({ length: 34 }, (_, i) => set(`c/${half}-${i}`, {})))
  }
  await story.commits(set('c/last', { n: 1 }))
  const asked = query('c', { orderBy: [by('n')], limit: 100 })
  story.comesBack().resumes(1, { kind: 'query', query: asked })
  await story.hears('added 1', 'reset 1', 'change c/last +1', 'current 1', 'snapshot')
})

test.each([
  ['a query', query('c')],
  ['a limit', query('c', { limit: 1500 })],
])('a filter of more names than are hashed at once: %s', async (_, asked) => {
  await using story = await ListenStory.begin()
  await story.commits(...Array.from({ length: 1200 }, (_each, n) => set(`c/${n}`, { n })))
  story.watches(9, 'd/1')
  await story.hears('added 9', 'current 9', 'snapshot')
  await story.commits(set('c/new', {}))
  story.resumes(1, { kind: 'query', query: asked }, 1200)
  await story.hears('added 1', 'change c/new +1', 'filter 1 1201 with names', 'current 1', 'snapshot')
})
