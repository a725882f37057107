import type { CompositeField } from '@hearth/model'
import { expect, test } from 'vitest'
import { systemRandom } from '../../lib/ambient.ts'
import type { ProjectStore, ReadSnapshot } from '../../persistence/persistence.ts'
import type { ProjectContext } from '../project-context.ts'
import { query } from '../../testing/documents-world.ts'
import { prepareQuery } from '../query/prepared-query.ts'
import type { ReadState } from '../read-state.ts'
import { CompositeIndexes } from './composite-indexes.ts'
import { declareIndex } from './declare-indexes.ts'
import { IndexAdvisor } from './index-advisor.ts'

const INDEXES_MAX = 500
const range = { start: new Uint8Array(), end: new Uint8Array() }

/** A project whose indexes are built at once, and queries that read 600 entries in vain. */
function world() {
  const clock = { now: 0, nowMs: () => clock.now }
  const store = { commit: async () => undefined } as unknown as ProjectStore
  const indexes = new CompositeIndexes(store, clock, systemRandom)
  const indexAdvisor = new IndexAdvisor(clock)
  const fieldOverrides = { readableIn: () => new Map() }
  const context = { indexes, indexAdvisor, fieldOverrides, indexBuilder: { build: () => undefined } }
  const asContext = context as unknown as ProjectContext
  const snapshot = { countIndex: async () => 600 } as unknown as ReadSnapshot
  /** An app asks for the same three times, hours after what it asked for before. */
  const askOften = async (collection: string, field: string, database = '(default)'): Promise<void> => {
    const orderBy = [[field], ['n']].map((path) => ({ field: path, direction: 'ascending' as const }))
    const prepared = prepareQuery(query(collection, { orderBy }), { project: 'p', database })
    const state = { view: { snapshot, database } } as unknown as ReadState
    clock.now += 60 * 60_000
    for (let time = 0; time < 3; time++) {
      clock.now += 3_000
      const { advised } = await indexAdvisor.watch(asContext, state, {
        prepared,
        run: async (running) => await running.view.snapshot.countIndex(range, 1_000),
        sizeOf: () => 0,
      })
      for (const { definition, instead } of advised) {
        if (instead !== undefined) await indexes.setState(instead.id, 'removing')
        await indexes.add(definition, 'automatic')
      }
    }
  }
  const declare = async (collectionId: string, database = '(default)') =>
    await declareIndex(asContext, { database, collectionId, isGroup: false, fields })
  const live = (database?: string) => indexes.list(database).filter(({ state }) => state !== 'removing')
  return { indexes, askOften, declare, live }
}

const fields: readonly CompositeField[] = [
  { path: ['a'], kind: 'ascending' },
  { path: ['b'], kind: 'ascending' },
]

test('a hundred indexes of a database build themselves, and two hundred of a project', async () => {
  const { askOften, live } = world()
  for (let n = 0; n < 120; n++) await askOften(`c${n}`, 'f')
  expect(live()).toHaveLength(100)
  for (const database of ['one', 'two']) for (let n = 0; n < 70; n++) await askOften(`c${n}`, 'f', database)
  expect(live()).toHaveLength(200)
  expect(live('one')).toHaveLength(70)
})

test('declared indexes take the place of those that built themselves, and are as many as a project may have', async () => {
  const { indexes, declare, live } = world()
  for (let n = 0; n < INDEXES_MAX; n++) {
    await indexes.add({ database: '(default)', collectionId: `a${n}`, isGroup: false, fields }, 'automatic')
  }
  await expect(
    indexes.add({ database: '(default)', collectionId: 'one', isGroup: false, fields }, 'automatic'),
  ).rejects.toMatchObject({ reason: 'TOO_MANY_INDEXES' })
  for (let n = 0; n < INDEXES_MAX; n++) await declare(`d${n}`)
  expect(live().map(({ origin }) => origin)).toEqual(Array.from({ length: INDEXES_MAX }, () => 'declared'))
  await expect(declare('one-more')).rejects.toMatchObject({ reason: 'TOO_MANY_INDEXES' })
})
