import type { Mutation, Query } from '@hearth/model'
import { expect, test } from 'vitest'
import { by, query, set, valueOf } from '../../testing/documents-world.ts'
import { ListenStory } from '../../testing/listen-story.ts'

const positive: Query = query('c', {
  filter: { kind: 'field', field: ['n'], op: '>', value: { kind: 'integer', value: 0n } },
})

test('a query: what is there, then each commit as one snapshot', async () => {
  await using story = await ListenStory.begin()
  await story.commits(set('c/1', { n: 1 }), set('c/2', { n: 2 }), set('d/1', {}))
  story.listens(1, query('c'))
  await story.hears('added 1', 'change c/1 +1', 'change c/2 +1', 'current 1', 'snapshot')
  await story.commits(set('c/3', {}), set('c/1', { n: 5 }), set('d/2', {}))
  await story.hears('change c/3 +1', 'change c/1 +1', 'snapshot')
  await story.deletes('c/2')
  await story.hears('delete c/2 -1', 'snapshot')
  await story.commits(set('d/1', { other: true }))
  await story.hearsNothing()
})

test('a query that finds nothing is current all the same', async () => {
  await using story = await ListenStory.begin()
  story.listens(7, query('c'))
  await story.hears('added 7', 'current 7', 'snapshot')
})

test('a filter: documents come in and leave, with their new data when there is any', async () => {
  await using story = await ListenStory.begin()
  await story.commits(set('c/1', { n: 1 }), set('c/2', { n: -1 }), set('c/3', {}))
  story.listens(1, positive)
  await story.hears('added 1', 'change c/1 +1', 'current 1', 'snapshot')
  await story.commits(set('c/1', { n: -1 }))
  await story.hears('change c/1 -1', 'snapshot')
  await story.commits(set('c/1', { n: -2 }), set('c/3', { n: 0 }))
  await story.hearsNothing()
  await story.commits(set('c/2', { n: 4 }))
  await story.hears('change c/2 +1', 'snapshot')
  await story.deletes('c/2')
  await story.hears('delete c/2 -1', 'snapshot')
})

test('several targets: each document is told once, and one snapshot speaks for all', async () => {
  await using story = await ListenStory.begin()
  await story.commits(set('c/1', { n: 1 }))
  story.listens(1, query('c'))
  await story.hears('added 1', 'change c/1 +1', 'current 1', 'snapshot')
  story.listens(2, positive)
  await story.hears('added 2', 'change c/1 +2', 'current 2', 'snapshot')
  story.watches(3, 'c/1')
  await story.hears('added 3', 'change c/1 +3', 'current 3', 'snapshot')
  await story.commits(set('c/1', { n: 0 }))
  await story.hears('change c/1 +1,3 -2', 'snapshot')
  await story.deletes('c/1')
  await story.hears('delete c/1 -1,3', 'snapshot')
})

test('targets that select different fields: each is told of its own', async () => {
  await using story = await ListenStory.begin()
  await story.commits(set('c/1', { n: 1, text: 'all' }))
  const selected = query('c', { select: [['n']] })
  story.listens(1, query('c'))
  await story.hears('added 1', 'change c/1 +1', 'current 1', 'snapshot')
  story.listens(2, selected)
  await story.hears('added 2', 'change c/1 +2', 'current 2', 'snapshot')
  story.listens(3, query('c', { select: [['n']], filter: positive.filter }))
  await story.hears('added 3', 'change c/1 +3', 'current 3', 'snapshot')
  await story.commits(set('c/1', { n: 2, text: 'still all' }))
  await story.hears('change c/1 +1', 'change c/1 +2,3', 'snapshot')
  await story.commits(set('c/1', { n: 0, text: 'still all' }))
  await story.hears('change c/1 +1', 'change c/1 +2 -3', 'snapshot')
  expect(story.fieldsTold(1)).toEqual(['n', 'text'])
  expect(story.fieldsTold(2)).toEqual(['n'])
  await story.deletes('c/1')
  await story.hears('delete c/1 -1,2', 'snapshot')
})

test('documents by name: a missing one is current without a message', async () => {
  await using story = await ListenStory.begin()
  story.watches(1, 'c/1', 'c/2')
  await story.hears('added 1', 'current 1', 'snapshot')
  await story.commits(set('c/2', {}), set('c/3', {}))
  await story.hears('change c/2 +1', 'snapshot')
  await story.deletes('c/2')
  await story.hears('delete c/2 -1', 'snapshot')
})

test('a limit: those pushed out are removed, and the next ones come in with the same snapshot', async () => {
  await using story = await ListenStory.begin()
  await story.commits(...[1, 2, 3, 4, 5, 6].map((n) => set(`c/${n}`, { n })))
  story.listens(1, query('c', { orderBy: [by('n')], limit: 2 }))
  await story.hears('added 1', 'change c/1 +1', 'change c/2 +1', 'current 1', 'snapshot')
  await story.commits(set('c/0', { n: 0 }))
  await story.hears('remove c/2 -1', 'change c/0 +1', 'snapshot')
  await story.deletes('c/0')
  await story.hears('delete c/0 -1', 'change c/2 +1', 'snapshot')
  await story.commits(set('c/1', { n: 9 }))
  await story.hears('change c/1 -1', 'change c/3 +1', 'snapshot')
  await story.commits(set('c/6', { n: 7 }))
  await story.hearsNothing()
})

test('a limit: the window is filled from the store when it runs short', async () => {
  await using story = await ListenStory.begin()
  await story.commits(...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => set(`c/${n}`, { n })))
  story.listens(1, query('c', { orderBy: [by('n')], limit: 2 }))
  await story.hears('added 1', 'change c/1 +1', 'change c/2 +1', 'current 1', 'snapshot')
  await story.commits(
    ...[1, 2, 3, 4, 5].map((n): Mutation => ({ kind: 'delete', path: `c/${n}`, precondition: { kind: 'none' } })),
  )
  await story.hears('delete c/1 -1', 'delete c/2 -1', 'change c/6 +1', 'change c/7 +1', 'snapshot')
})

test('a limit from the end, with a cursor and an offset', async () => {
  await using story = await ListenStory.begin()
  await story.commits(...[1, 2, 3, 4].map((n) => set(`c/${n}`, { n })))
  const startAt = { values: [valueOf(4)], before: false }
  story.listens(1, query('c', { orderBy: [by('n', 'descending')], startAt, offset: 1, limit: 1 }))
  await story.hears('added 1', 'change c/2 +1', 'current 1', 'snapshot')
  await story.deletes('c/3')
  await story.hears('remove c/2 -1', 'change c/1 +1', 'snapshot')
  await story.commits(set('c/9', { n: 9 }))
  await story.hearsNothing()
})

test('a collection group hears of every collection of that id', async () => {
  await using story = await ListenStory.begin()
  story.listens(1, query('c', { allDescendants: true }))
  await story.hears('added 1', 'current 1', 'snapshot')
  await story.commits(set('c/1', {}), set('x/1/c/1', {}), set('x/1/d/1', {}))
  await story.hears('change c/1 +1', 'change x/1/c/1 +1', 'snapshot')
})

test('an `or` and an array: found by whatever leads to them', async () => {
  await using story = await ListenStory.begin()
  const tag = { kind: 'field', field: ['tags'], op: 'array-contains', value: valueOf('x') } as const
  const state = { kind: 'field', field: ['state'], op: '==', value: valueOf('open') } as const
  story.listens(1, query('c', { filter: { kind: 'or', filters: [tag, state] } }))
  await story.hears('added 1', 'current 1', 'snapshot')
  story.listens(2, query('c', { filter: tag }))
  await story.hears('added 2', 'current 2', 'snapshot')
  await story.commits(set('c/1', { tags: ['x'] }), set('c/2', { state: 'open' }))
  await story.hears('change c/1 +1,2', 'change c/2 +1', 'snapshot')
  await story.commits(set('c/1', { state: 'open' }))
  await story.hears('change c/1 +1 -2', 'snapshot')
})
