import type { Query, Value } from '@hearth/model'
import { expect, test } from 'vitest'
import type { ProjectStore } from '../../persistence/persistence.ts'
import { by, DocumentsWorld, query, set, withReads } from '../../testing/documents-world.ts'
import { ListenStory } from '../../testing/listen-story.ts'
import type { ListenSession } from '../documents.ts'

const positive: Query = query('c', {
  filter: { kind: 'field', field: ['n'], op: '>', value: { kind: 'integer', value: 0n } },
})
const everything = { kind: 'query', query: query('c') } as const

test('what is committed while a target is being read is neither missed nor told twice', async () => {
  let isHeld = false
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: reading, resolve: isReading } = Promise.withResolvers<void>()
  const holdReads = (store: ProjectStore): ProjectStore =>
    withReads(store, (work) =>
      store.read(async (snapshot) => {
        if (isHeld) {
          isReading()
          await released
        }
        return await work(snapshot)
      }),
    )
  await using story = await ListenStory.begin({ wrapStore: holdReads })
  await story.commits(set('c/1', { n: 1 }), set('c/2', { n: 2 }))
  story.watches(9, 'x/1')
  await story.hears('added 9', 'current 9', 'snapshot')
  isHeld = true
  story.listens(1, positive)
  await reading
  await story.commits(set('c/3', { n: 3 }))
  await story.deletes('c/2')
  await story.commits(set('c/1', { n: -1 }), set('x/1', {}))
  await story.hears('change x/1 +9', 'snapshot')
  isHeld = false
  release()
  await story.hears('added 1', 'change c/3 +1', 'current 1', 'snapshot')
  await story.commits(set('c/3', { n: 4 }))
  await story.hears('change c/3 +1', 'snapshot')
})

test('a client that reads slowly is caught up with what became of everything, not with every step', async () => {
  await using story = await ListenStory.begin()
  await story.commits(set('c/0', { n: 0 }))
  story.listens(1, query('c'))
  await story.hears('added 1', 'change c/0 +1', 'current 1', 'snapshot')
  story.pauses()
  await story.commits(set('c/0', { n: 1 }))
  await story.hearsNothing()
  story.goesOn()
  await story.hears('change c/0 +1', 'snapshot')

  story.pauses()
  for (let n = 0; n < 12; n++) await story.commits(set('c/large', { n, text: 'x'.repeat(1_000_000) }))
  await story.deletes('c/0')
  await story.hearsNothing()
  story.goesOn()
  await story.hears('change c/large +1', 'delete c/0 -1', 'current 1', 'snapshot')
  await story.commits(set('c/9', {}))
  await story.hears('change c/9 +1', 'snapshot')
})

/** A client that takes one document and then waits until it is asked to go on; it keeps the view that the protocol promises. */
class SlowClient {
  readonly view = new Map<string, bigint>()
  /** Kinds of what it was told, changes aside. */
  readonly told: string[] = []
  readonly #session: ListenSession

  constructor(world: DocumentsWorld) {
    this.#session = world.documents.listen(world.caller, world.at, (event) => {
      if (event.kind === 'change') {
        if (event.targetIds.length === 0) this.view.delete(event.document.path)
        else this.view.set(event.document.path, integer(event.document.fields.get('n')))
        this.#session.pause()
      } else if (event.kind === 'delete') this.view.delete(event.path)
      else if (event.kind === 'reset') this.view.clear()
      if (event.kind !== 'change' && event.kind !== 'delete') this.told.push(event.kind)
    })
  }

  listens(asked: Query): void {
    this.#session.addTarget({ targetId: 1, what: { kind: 'query', query: asked } })
  }

  watches(...paths: string[]): void {
    this.#session.addTarget({ targetId: 1, what: { kind: 'documents', paths } })
  }

  goesOn(): void {
    this.#session.resume()
  }

  close(): void {
    this.#session.close()
  }
}

function integer(value: Value | undefined): bigint {
  return value?.kind === 'integer' ? value.value : -1n
}

const manyPaths = Array.from({ length: 60 }, (_, n) => `c/${String(n).padStart(2, '0')}`)

test.each<[string, (client: SlowClient) => void]>([
  ['a query', (client) => client.listens(query('c'))],
  ['a query with an order', (client) => client.listens(query('c', { orderBy: [by('n', 'descending')] }))],
  ['a query with a limit', (client) => client.listens(query('c', { limit: 1000 }))],
  ['documents by name', (client) => client.watches(...manyPaths, 'c/new')],
])('a large result is read as the client takes it, and ends as it is by then: %s', async (_, begin) => {
  await using world = await DocumentsWorld.open()
  const text = 'x'.repeat(100_000)
  await world.commit(...manyPaths.map((path, n) => set(path, { n, text })))
  const client = new SlowClient(world)
  begin(client)
  await expect.poll(() => client.view.size).toBe(1)
  // It is slower than others write: more than is ever kept for a client.
  for (let n = 100; n < 112; n++) await world.set('c/59', { n, text: 'x'.repeat(1_000_000) })
  await world.delete('c/00')
  await world.set('c/new', { n: 7 })
  await world.delete('c/58')
  expect(client.view.size).toBe(1)
  expect(client.told).toEqual(['added'])
  await expect
    .poll(() => {
      client.goesOn()
      return client.told.at(-1)
    })
    .toBe('snapshot')
  const now = await world.documents.query(world.caller, world.at, query('c'))
  expect(client.view).toEqual(new Map(now.documents.map(({ path, fields }) => [path, integer(fields.get('n'))])))
  expect(client.told).toEqual(['added', 'current', 'snapshot'])
  client.close()
})

test('a large result that nobody wants any more is not told further, and the others have their snapshot', async () => {
  await using world = await DocumentsWorld.open()
  await world.commit(...manyPaths.map((path, n) => set(path, { n, text: 'x'.repeat(100_000) })))
  const told: string[] = []
  const session = world.documents.listen(world.caller, world.at, (event) => {
    told.push(event.kind)
    if (event.kind === 'change') session.pause()
  })
  const hears = async (...kinds: string[]) => {
    await expect.poll(() => told.length).toBeGreaterThanOrEqual(kinds.length)
    expect(told.splice(0)).toEqual(kinds)
  }
  session.addTarget({ targetId: 9, what: { kind: 'documents', paths: ['x/1'] } })
  await hears('added', 'current', 'snapshot')
  session.addTarget({ targetId: 1, what: everything })
  await hears('added', 'change')
  session.removeTarget(1)
  session.resume()
  await hears('removed', 'snapshot')
  session.close()
})

test('a thousand sessions on one query hear of a change with one and the same document', async () => {
  await using world = await DocumentsWorld.open()
  await world.set('c/1', { n: 0 })
  const heard = new Set<unknown>()
  let current = 0
  let snapshots = 0
  let isChanged: (() => void) | undefined
  const sessions = Array.from({ length: 1000 }, () =>
    world.documents.listen(world.caller, world.at, (event) => {
      if (event.kind === 'current') current++
      if (current < 1000) return
      if (event.kind === 'change') heard.add(event.document)
      if (event.kind === 'snapshot' && heard.size > 0 && ++snapshots === 1000) isChanged?.()
    }),
  )
  for (const session of sessions) session.addTarget({ targetId: 1, what: everything })
  await expect.poll(() => current).toBe(1000)
  heard.clear()
  const changed = new Promise<void>((resolve) => {
    isChanged = resolve
  })
  await world.set('c/1', { n: 1 })
  await changed
  expect(heard.size).toBe(1)
  for (const session of sessions) session.close()
})
