import fc from 'fast-check'
import {
  compareDocuments,
  type CompositeField,
  disjunctsOf,
  type Filter,
  type Mutation,
  matches,
  type Order,
  type Query,
  StatusError,
  type Value,
  validateQuery,
} from '@hearth/model'
import { expect, test } from 'vitest'
import type { Caller } from '../../access/caller.ts'
import { DocumentsWorld, query, set } from '../../testing/documents-world.ts'
import { compositeShape, fieldsFor } from '../query/composite-plan.ts'
import { prepareQuery } from '../query/prepared-query.ts'

const QUERIES = 400
const LANES = 8

const value: fc.Arbitrary<Value> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 2 }).map((n): Value => ({ kind: 'integer', value: BigInt(n) })) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Value>(
      { kind: 'null' },
      { kind: 'string', value: 'a' },
      { kind: 'double', value: NaN },
      // Too long for a key.
      { kind: 'string', value: `${'x'.repeat(1600)}a` },
      { kind: 'string', value: `${'x'.repeat(1600)}b` },
    ),
  },
)
const array = fc.array(value, { maxLength: 2 }).map((values): Value => ({ kind: 'array', values }))
const fields = fc.record({ a: value, b: value, c: value, t: array }, { requiredKeys: ['b'] })
const paths = ['c/1', 'c/2', 'c/3', 'c/4', 'c/__id7__', 'd/1/c/1', 'd/1/c/2', 'd/2/c/1', 'd/2/c/5']
const documents = fc.tuple(...paths.map(() => fields))
const direction = fc.constantFrom('ascending' as const, 'descending' as const)

function isFilled(one: Value): boolean {
  return one.kind === 'array' && one.values.length > 0
}

function leaf(field: string, op: Extract<Filter, { kind: 'field' }>['op'], operand: Value): Filter {
  return { kind: 'field', field: [field], op, value: operand }
}

/** Perhaps equalities on `a` and the elements of `t`, a condition on `b`, orders by `b` and `c`, cursors into them. */
const asked: fc.Arbitrary<Query> = fc
  .record({
    a: fc.option(value, { freq: 2 }),
    t: fc.option(value, { freq: 1 }),
    b: fc.option(
      fc.oneof(
        fc.record({
          op: fc.constantFrom('<' as const, '<=' as const, '>' as const, '>=' as const, '!=' as const),
          value,
        }),
        fc.record({ op: fc.constant('not-in' as const), value: array.filter(isFilled) }),
      ),
    ),
    orders: fc.array(direction, { maxLength: 2 }),
    nameOrder: fc.option(direction, { freq: 3 }),
    startAt: fc.option(fc.record({ values: fc.array(value, { minLength: 1, maxLength: 2 }), before: fc.boolean() })),
    endAt: fc.option(fc.record({ values: fc.array(value, { minLength: 1, maxLength: 2 }), before: fc.boolean() })),
    limit: fc.option(fc.integer({ min: 1, max: 4 })),
    offset: fc.constantFrom(0, 0, 1),
    allDescendants: fc.boolean(),
  })
  .map(({ a, t, b, orders, nameOrder, startAt, endAt, limit, offset, allDescendants }) => {
    const filters = [
      ...(a ? [leaf('a', '==', a)] : []),
      ...(t ? [leaf('t', 'array-contains', t)] : []),
      ...(b ? [leaf('b', b.op, b.value)] : []),
    ]
    const orderBy: Order[] = orders.map((one, i) => ({ field: [i === 0 ? 'b' : 'c'], direction: one }))
    if (nameOrder) orderBy.push({ field: ['__name__'], direction: nameOrder })
    return {
      parent: '',
      collectionId: 'c',
      allDescendants,
      filter: filters.length === 0 ? undefined : { kind: 'and', filters },
      orderBy,
      offset,
      limit: limit ?? undefined,
      startAt: startAt ?? undefined,
      endAt: endAt ?? undefined,
    }
  })

function mutationsOf(data: readonly Record<string, Value>[]): Mutation[] {
  return data.map((one, i) => set(paths[i] ?? '', one))
}

function flipped(index: readonly CompositeField[]): CompositeField[] {
  return index.map((field) => {
    if (field.kind === 'contains') return field
    return { ...field, kind: field.kind === 'ascending' ? 'descending' : 'ascending' }
  })
}

test('an index over several fields gives the answer that there is without it, forwards and backwards, built before or after', async () => {
  let database = 0
  let used = 0
  const runLane = async () => {
    await using world = await DocumentsWorld.open()
    const property = fc.asyncProperty(
      asked,
      documents,
      documents,
      fc.boolean(),
      fc.boolean(),
      async (wanted, before, after, isFlipped, isFirst) => {
        const at = { project: 'demo-app', database: `d${database++}` }
        const normalised = validateOrSkip(wanted, at)
        const prepared = prepareQuery(wanted, at)
        const [filters = []] = disjunctsOf(prepared.query.filter)
        const fieldsOfIndex = fieldsFor(compositeShape(filters, prepared))
        fc.pre(fieldsOfIndex !== undefined)
        const definition = {
          database: at.database,
          collectionId: 'c',
          isGroup: wanted.allDescendants,
          fields: isFlipped ? flipped(fieldsOfIndex ?? []) : (fieldsOfIndex ?? []),
        }
        const { administration, documents: service, caller } = world
        const makeIndex = async () => {
          await administration.createIndex('demo-app', definition)
          await administration.keepUp('demo-app')
        }
        if (isFirst) await makeIndex()
        await service.commit(caller, at, mutationsOf(before))
        if (!isFirst) await makeIndex()
        await service.commit(caller, at, mutationsOf(after).slice(0, 6))
        const current = (await service.get(caller, at, paths)).documents.filter((one) => one !== undefined)
        const { offset, limit = Infinity } = normalised
        const expected = current
          .filter((one) => matches(normalised, one))
          .sort(compareDocuments(normalised.orderBy))
          .slice(offset, offset + limit)
        const found = await service.query(caller, at, wanted, { explain: 'analyze' })
        if (found.explained?.indexes.some(({ properties }) => properties.split(',').length > 2)) used++
        expect(found.documents.map(({ path }) => path)).toEqual(expected.map(({ path }) => path))
      },
    )
    await fc.assert(property, { numRuns: QUERIES / LANES })
  }
  await Promise.all(Array.from({ length: LANES }, runLane))
  // It would prove nothing if the index were passed over.
  expect(used).toBeGreaterThan(QUERIES / 2)
}, 120_000)

function validateOrSkip(wanted: Query, at: { project: string; database: string }) {
  try {
    return validateQuery(wanted, at)
  } catch {
    return fc.pre(false) as never
  }
}

const many = Array.from({ length: 3000 }, (_, n) => set(`c/${n}`, { kind: n % 2, n, tags: [n % 3] }))
const even: Query = query('c', {
  filter: {
    kind: 'and',
    filters: [leaf('kind', '==', { kind: 'integer', value: 0n }), leaf('other', '==', { kind: 'integer', value: 1n })],
  },
  limit: 5,
})

test('a query that reads much more than it answers gets its index by itself, and reads no more than that', async () => {
  const clock = { now: Date.now() }
  await using world = await DocumentsWorld.open({ clock: { nowMs: () => clock.now } })
  await world.commit(...many)
  await world.commit(...Array.from({ length: 900 }, (_, n) => set(`c/o${n}`, { kind: 1, other: 1 })))
  await world.commit(...Array.from({ length: 900 }, (_, n) => set(`c/p${n}`, { kind: n % 2, other: 1 - (n % 2) * 2 })))
  const explain = async () =>
    (await world.documents.query(world.caller, world.at, wanted, { explain: 'analyze' })).explained
  const wanted: Query = { ...even, orderBy: [{ field: ['n'], direction: 'descending' }] }
  for (let i = 0; i < 3; i++) {
    await world.documents.query(world.caller, world.at, wanted)
    clock.now += 5_000
  }
  await world.administration.keepUp('demo-app')
  const [index] = await world.administration.listIndexes('demo-app', '(default)')
  expect(index).toMatchObject({ origin: 'automatic', state: 'ready', collectionId: 'c' })
  const explained = await explain()
  expect(explained?.indexes).toEqual([
    { scope: 'collection', properties: '(kind ASC, other ASC, n DESC, __name__ DESC)' },
  ])
  expect(explained?.execution?.indexEntriesRead).toBeLessThan(10)
})

test('a query that is not allowed makes no index, however often it is asked', async () => {
  const clock = { now: Date.now() }
  const denied = new StatusError('permission-denied', 'DENIED', 'no')
  const authorize = (caller: Caller): void => {
    if (caller.kind === 'visitor') throw denied
  }
  await using world = await DocumentsWorld.open({ clock: { nowMs: () => clock.now }, authorize })
  await world.commit(...many)
  const wanted: Query = { ...even, orderBy: [{ field: ['n'], direction: 'descending' }] }
  for (let i = 0; i < 5; i++) {
    await expect(world.documents.query({ kind: 'visitor' }, world.at, wanted)).rejects.toBe(denied)
    clock.now += 5_000
  }
  await world.administration.keepUp('demo-app')
  expect(await world.administration.listIndexes('demo-app', '(default)')).toEqual([])
})

test('a removed index is read no more at once, and its keys go when no read can rely on them', async () => {
  const clock = { now: Date.now() }
  await using world = await DocumentsWorld.open({ clock: { nowMs: () => clock.now } })
  await world.commit(set('c/1', { kind: 0, other: 1 }))
  const fieldsOfIndex: CompositeField[] = [
    { path: ['kind'], kind: 'ascending' },
    { path: ['other'], kind: 'ascending' },
  ]
  const { administration } = world
  const definition = { database: '(default)', collectionId: 'c', isGroup: false, fields: fieldsOfIndex }
  const { id } = await administration.createIndex('demo-app', definition)
  await expect(administration.createIndex('demo-app', definition)).rejects.toMatchObject({ code: 'already-exists' })
  await administration.keepUp('demo-app')
  const usedIndexes = async () =>
    (await world.documents.query(world.caller, world.at, even, { explain: 'plan' })).explained?.indexes.length
  expect(await usedIndexes()).toBe(1)
  await administration.removeIndex('demo-app', '(default)', id)
  expect(await usedIndexes()).toBe(2)
  await administration.keepUp('demo-app')
  expect(await administration.listIndexes('demo-app', '(default)')).toMatchObject([{ state: 'removing' }])
  clock.now += 180_000
  await administration.keepUp('demo-app')
  expect(await administration.listIndexes('demo-app', '(default)')).toEqual([])
  expect(await world.find(even)).toEqual(['c/1'])
})

test.each<[string, CompositeField[]]>([
  ['one field', [{ path: ['a'], kind: 'ascending' }]],
  [
    'the name',
    [
      { path: ['a'], kind: 'ascending' },
      { path: ['__name__'], kind: 'ascending' },
    ],
  ],
  [
    'a field twice',
    [
      { path: ['a'], kind: 'ascending' },
      { path: ['a'], kind: 'descending' },
    ],
  ],
  [
    'two arrays',
    [
      { path: ['a'], kind: 'contains' },
      { path: ['b'], kind: 'contains' },
    ],
  ],
])('an index with %s is refused', async (_, fieldsOfIndex) => {
  await using world = await DocumentsWorld.open()
  const definition = { database: '(default)', collectionId: 'c', isGroup: false, fields: fieldsOfIndex }
  await expect(world.administration.createIndex('demo-app', definition)).rejects.toMatchObject({
    code: 'invalid-argument',
  })
})
