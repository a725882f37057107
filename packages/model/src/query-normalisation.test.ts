import { describe, expect, it } from 'vitest'
import { formatFieldPath, parseFieldPath } from './field-path.ts'
import { canonicalQueryId } from './query-canonical.ts'
import { normaliseQuery, orderForAggregation } from './query-normalisation.ts'
import type { FieldOperator, Filter, Order, Query } from './query.ts'
import type { Value } from './value.ts'

const int = (value: number): Value => ({ kind: 'integer', value: BigInt(value) })
const where = (path: string, op: FieldOperator = '>', value = int(1)): Filter => ({
  kind: 'field',
  field: parseFieldPath(path),
  op,
  value,
})
const and = (...filters: Filter[]): Filter => ({ kind: 'and', filters })
const or = (...filters: Filter[]): Filter => ({ kind: 'or', filters })
const by = (path: string, direction: Order['direction'] = 'ascending'): Order => ({
  field: parseFieldPath(path),
  direction,
})
const query = (more: Partial<Query> = {}): Query => ({
  parent: '',
  collectionId: 'c',
  allDescendants: false,
  orderBy: [],
  offset: 0,
  ...more,
})

describe('the complete order', () => {
  it.each<[string, Partial<Query>, string]>([
    ['is by name without any', {}, '__name__ ascending'],
    ['has the field of an inequality', { filter: where('a') }, 'a ascending, __name__ ascending'],
    ['has no field of an equality', { filter: where('a', '==') }, '__name__ ascending'],
    [
      'goes on in the direction of the last order',
      { orderBy: [by('a', 'descending')] },
      'a descending, __name__ descending',
    ],
    [
      'adds inequalities in order of their paths',
      {
        filter: and(where('b', '<'), where('a.b', '!='), where('`a-b`', 'not-in'), where('a', '=='), {
          kind: 'unary',
          field: ['c'],
          op: 'is-not-null',
        }),
      },
      'a.b ascending, `a-b` ascending, b ascending, c ascending, __name__ ascending',
    ],
    [
      'adds them after explicit orders, each once',
      { filter: or(where('b'), where('a'), where('b', '<')), orderBy: [by('b', 'descending')] },
      'b descending, a descending, __name__ descending',
    ],
    [
      'does not add the name twice',
      { filter: where('__name__'), orderBy: [by('a'), by('__name__', 'descending')] },
      'a ascending, __name__ descending',
    ],
  ])('%s', (_, more, expected) => {
    const { orderBy } = normaliseQuery(query(more))
    expect(orderBy.map(({ field, direction }) => `${formatFieldPath(field)} ${direction}`).join(', ')).toBe(expected)
  })
})

describe('a normalised query', () => {
  it('has no empty composites, no composites of one, and none within its own kind', () => {
    const filter = (given: Filter) => normaliseQuery(query({ filter: given })).filter
    expect(filter(and())).toBeUndefined()
    expect(filter(or(and(where('a'))))).toEqual(where('a'))
    expect(filter(and(where('a'), and(where('b'), or(where('c'), where('d')))))).toEqual(
      and(where('a'), where('b'), or(where('c'), where('d'))),
    )
  })

  it('drops cursors without values', () => {
    expect(normaliseQuery(query({ startAt: { values: [], before: true } })).startAt).toBeUndefined()
  })
})

describe('the identity of a query', () => {
  const id = (more: Partial<Query>) => canonicalQueryId(normaliseQuery(query(more)))

  it('is the same for the same question in other words', () => {
    expect(id({ filter: where('a') })).toBe(id({ filter: and(where('a')), orderBy: [by('a'), by('__name__')] }))
    expect(id({ filter: and(where('a'), where('b')) })).toBe(
      id({ filter: and(where('b'), and(where('a'), where('b'))) }),
    )
    expect(id({ startAt: { values: [], before: true } })).toBe(id({}))
  })

  it('is different for every other question', () => {
    const ids = [
      {},
      { parent: 'a/b' },
      { collectionId: 'd' },
      { collectionId: undefined },
      { allDescendants: true },
      { filter: where('a') },
      { filter: where('a', '<') },
      { filter: where('a', '>', int(2)) },
      { filter: where('`a.b`') },
      { filter: where('a.b') },
      { filter: and(where('a'), where('b')) },
      { filter: or(where('a'), where('b')) },
      { orderBy: [by('a')] },
      { orderBy: [by('a', 'descending')] },
      { startAt: { values: [int(1)], before: true } },
      { startAt: { values: [int(1)], before: false } },
      { endAt: { values: [int(1)], before: true } },
      { offset: 1 },
      { limit: 1 },
      { select: [['a']] },
    ].map(id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('the order of an aggregation', () => {
  it.each<[string, Partial<Query>, string]>([
    ['has the aggregated fields before the name', {}, 'a ascending, b ascending, __name__ ascending'],
    [
      'goes on in the direction of the last order',
      { orderBy: [by('o', 'descending')] },
      'o descending, a descending, b descending, __name__ descending',
    ],
    ['has each field once', { orderBy: [by('b')] }, 'b ascending, a ascending, __name__ ascending'],
    ['keeps an order by name', { orderBy: [by('__name__')] }, '__name__ ascending'],
    [
      'keeps the place of the name for a cursor that holds one',
      { orderBy: [by('o')], startAt: { values: [int(1), int(2)], before: true } },
      'o ascending, __name__ ascending',
    ],
  ])('%s', (_, more, expected) => {
    const order = orderForAggregation(query(more), [['b'], ['a']])
    expect(order.map(({ field, direction }) => `${formatFieldPath(field)} ${direction}`).join(', ')).toBe(expected)
  })
})
