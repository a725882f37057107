import { describe, expect, it } from 'vitest'
import { parseFieldPath } from './field-path.ts'
import { validateQuery } from './query-validation.ts'
import type { FieldOperator, Filter, Order, Query, UnaryOperator } from './query.ts'
import type { Value } from './value.ts'

const int = (value: number): Value => ({ kind: 'integer', value: BigInt(value) })
const text = (value: string): Value => ({ kind: 'string', value })
const numbers = (count: number): Value => ({ kind: 'array', values: Array.from({ length: count }, (_, i) => int(i)) })
const reference = (path: string, database = 'd'): Value => ({
  kind: 'reference',
  name: `projects/p/databases/${database}/documents/${path}`,
})
const where = (path: string, op: FieldOperator = '==', value = int(1)): Filter => ({
  kind: 'field',
  field: parseFieldPath(path),
  op,
  value,
})
const unary = (path: string, op: UnaryOperator): Filter => ({ kind: 'unary', field: parseFieldPath(path), op })
const and = (...filters: Filter[]): Filter => ({ kind: 'and', filters })
const or = (...filters: Filter[]): Filter => ({ kind: 'or', filters })
const by = (path: string, direction: Order['direction'] = 'ascending'): Order => ({
  field: parseFieldPath(path),
  direction,
})
const many = (count: number, op: FieldOperator = '==') => Array.from({ length: count }, (_, i) => where(`f${i}`, op))

function check(more: Partial<Query>): void {
  validateQuery(
    { parent: '', collectionId: 'c', allDescendants: false, orderBy: [], offset: 0, ...more },
    { project: 'p', database: 'd' },
  )
}

describe('a query is refused', () => {
  it.each<[string, Partial<Query>]>([
    ['order by clause cannot contain more fields after the key', { orderBy: [by('__name__'), by('a')] }],
    [
      'order by clause cannot contain more fields after the key',
      { orderBy: [by('__name__')], filter: where('a', '>') },
    ],
    ['order by clause cannot contain duplicate fields a', { orderBy: [by('a'), by('a', 'descending')] }],
    [
      'Cursor has too many values.',
      { orderBy: [by('a')], startAt: { values: [int(1), reference('c/x'), int(3)], before: true } },
    ],
    ['Cursor __name__ value is not a document reference.', { endAt: { values: [text('x')], before: true } }],
    [
      'The cursor key is in a different database than the query',
      { endAt: { values: [reference('c/x', 'e')], before: true } },
    ],
    ['__name__ filter value must be a document reference.', { filter: where('__name__', '==', text('x')) }],
    ['__name__ filter value must be a document reference.', { filter: where('__name__', 'in', numbers(1)) }],
    ['__name__ filter value must be a document reference.', { filter: unary('__name__', 'is-null') }],
    ['different database', { filter: where('__name__', '>', reference('c/x', 'e')) }],
    ['array-contains', { filter: where('__name__', 'array-contains', reference('c/x')) }],
    ["'IN' requires an ArrayValue.", { filter: where('a', 'in') }],
    ["'IN' requires an non-empty ArrayValue.", { filter: where('a', 'in', numbers(0)) }],
    ["'IN' supports up to 30 comparison values.", { filter: where('a', 'in', numbers(31)) }],
    ["'NOT_IN' supports up to 10 comparison values.", { filter: where('a', 'not-in', numbers(11)) }],
    [
      "'ARRAY_CONTAINS_ANY' supports up to 30 comparison values.",
      { filter: where('a', 'array-contains-any', numbers(31)) },
    ],
    [
      'Too many disjunctions after normalization. Result had 36',
      { filter: and(where('a', 'in', numbers(6)), where('b', 'in', numbers(6))) },
    ],
    ['Result had 31 disjunctions', { filter: or(...many(31)) }],
    ["Only a single 'NOT_EQUAL'", { filter: and(where('a', '!='), unary('a', 'is-not-null')) }],
    ["'NOT_IN' cannot be used", { filter: and(where('a', 'not-in', numbers(1)), where('b', 'in', numbers(1))) }],
    ["Only a single 'NOT_EQUAL'", { filter: and(where('a', '!='), where('a', '!=')) }],
    ["'NOT_IN' cannot be used", { filter: or(where('a', 'not-in', numbers(1)), where('b')) }],
    [
      "A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction.",
      { filter: and(where('a', 'array-contains'), where('b', 'array-contains')) },
    ],
    [
      "A maximum of 1 'ARRAY_CONTAINS'",
      { filter: and(where('a', 'array-contains'), or(where('b'), where('b', 'array-contains-any', numbers(2)))) },
    ],
    [
      'Equality on key is not allowed if there are other inequality fields and key does not appear in inequalities.',
      { filter: and(where('__name__', '==', reference('c/x')), where('a', '>')) },
    ],
    ['more than 10 distinct inequality fields', { filter: and(...many(11, '>')) }],
    ['100 filters + sort orders', { filter: and(...many(101)) }],
    [
      '100 filters + sort orders',
      { parent: 'a/b', filter: and(...many(60)), orderBy: Array.from({ length: 40 }, (_, i) => by(`f${i}`)) },
    ],
    ['limit is negative', { limit: -1 }],
    ['offset is negative', { offset: -1 }],
    ['Collection id "__a__" is invalid because it is reserved.', { collectionId: '__a__' }],
    ['contains "/"', { collectionId: 'a/b' }],
    ['even number', { parent: 'a' }],
    [
      'collection group queries are only allowed at the root parent',
      { parent: 'a/b', allDescendants: true, orderBy: [by('a')] },
    ],
    [
      'collection group queries are only allowed at the root parent',
      { parent: 'a/b', allDescendants: true, filter: where('a') },
    ],
    [
      'collection group queries are only allowed at the root parent',
      { parent: 'a/b', allDescendants: true, orderBy: [by('__name__', 'descending')] },
    ],
    ['kind is required for all orders except __key__ ascending', { collectionId: undefined, orderBy: [by('a')] }],
    [
      'kind is required for all orders except __key__ ascending',
      { collectionId: undefined, orderBy: [by('__name__', 'descending')] },
    ],
    ['kind is required for filter: a', { collectionId: undefined, filter: where('a') }],
    ['Invalid reserved name in field path __x__', { filter: where('__x__') }],
    ['Invalid reserved name in field path a.__name__', { orderBy: [by('a.__name__')] }],
    ['Invalid reserved name in field path __x__', { select: [['__x__']] }],
  ])('with %j: case %#', (message, more) => {
    expect(() => check(more)).toThrow(
      expect.objectContaining({ code: 'invalid-argument', message: expect.stringContaining(message) }),
    )
  })

  it('without counting for ever', () => {
    const wide = Array.from({ length: 3000 }, (_, n) => or(where('a', '==', int(n)), where('b')))
    expect(() => check({ filter: and(...wide) })).toThrow('Currently there are 6000 filters')
    expect(() => check({ filter: and(...wide.slice(0, 40)) })).toThrow('disjunctions')
  })

  it('for its length before anything in it is compared', () => {
    const orderBy = Array.from({ length: 50_000 }, () => by('a'))
    expect(() => check({ orderBy })).toThrow('Currently there are 0 filters, 50000 sort orders')
  })

  it.each([
    ['too long', text('x'.repeat(1_100_000))],
    ['of too many values', numbers(20_000)],
  ])('for an operand that is %s', (_what, value) => {
    const message = 'value for a is too large to be used in a query'
    expect(() => check({ filter: where('a', '==', value) })).toThrow(message)
    expect(() => check({ orderBy: [by('a')], startAt: { values: [value], before: true } })).toThrow(message)
  })
})

describe('a query is accepted', () => {
  it('with composites in each other, whose text grows with their number alone', () => {
    const deep = Array.from({ length: 30 }, (_, i) => i).reduce<Filter>(
      (inner, i) => (i % 2 === 0 ? or : and)(inner, where('b', '==', int(i % 2 === 0 ? 1 : i))),
      where('a'),
    )
    check({ filter: deep })
  })

  it.each<[string, Partial<Query>]>([
    ['with nothing but its source', {}],
    ['at the limits', { filter: and(where('a', 'in', numbers(30)), where('b')) }],
    ['with 10 inequalities', { filter: and(...many(10, '>')) }],
    [
      'with array-contains in each disjunct',
      { filter: or(where('a', 'array-contains'), where('b', 'array-contains')) },
    ],
    ['with in and array-contains', { filter: and(where('a', 'array-contains'), where('b', 'in', numbers(3))) }],
    ['with one array-contains said twice', { filter: and(where('a', 'array-contains'), where('a', 'array-contains')) }],
    ['with one long in said twice', { filter: and(where('a', 'in', numbers(30)), where('a', 'in', numbers(30))) }],
    ['with one negation in an or', { filter: or(where('a', '!='), where('b')) }],
    ['with not-in and others', { filter: and(where('a', 'not-in', numbers(10)), where('b', '>'), where('c')) }],
    [
      'with an equality on the name among equalities',
      { filter: and(where('__name__', '==', reference('c/x')), where('a')) },
    ],
    ['below a document, whole', { parent: 'a/b', allDescendants: true }],
    [
      'below a document, every collection, as recursive deletes ask',
      {
        parent: 'a/b',
        collectionId: undefined,
        allDescendants: true,
        filter: and(
          where('__name__', '>=', reference('a/b/c/__id-9223372036854775808__')),
          where('__name__', '<', reference('a/b/c\0/__id-9223372036854775808__')),
        ),
        startAt: { values: [reference('a/b/c/x')], before: false },
        select: [['__name__']],
      },
    ],
    [
      'with null and NaN as operands',
      { filter: and(where('a', '==', { kind: 'null' }), where('b', '>', { kind: 'double', value: NaN })) },
    ],
    ['with a limit of nothing', { limit: 0 }],
  ])('%s', (_, more) => {
    expect(() => check(more)).not.toThrow()
  })
})
