import { describe, expect, it } from 'vitest'
import { parseCondition, parseOrdering } from '../../../documents/condition.ts'
import { wireQuery, wireQueryBelow } from './wire-query.ts'

const root = 'projects/p/databases/(default)/documents'

function queryOf(where: readonly string[], order: readonly string[] = []) {
  return wireQuery(root, 'users/ada/orders', {
    conditions: where.map(parseCondition).filter((one) => one !== undefined),
    orderings: order.map(parseOrdering).filter((one) => one !== undefined),
    limit: undefined,
  })
}

function orderOf(where: readonly string[], order: readonly string[] = []): readonly string[] {
  return queryOf(where, order).orderBy.map(({ field, direction }) => `${field.fieldPath} ${direction}`)
}

describe('a query on the wire', () => {
  it('asks the collection with exact types', () => {
    expect(queryOf(['total > 20.0', 'n == 9007199254740991'])).toMatchObject({
      from: [{ collectionId: 'orders' }],
      where: {
        compositeFilter: {
          op: 'AND',
          filters: [
            { fieldFilter: { field: { fieldPath: 'total' }, op: 'GREATER_THAN', value: { doubleValue: 20 } } },
            { fieldFilter: { op: 'EQUAL', value: { integerValue: '9007199254740991' } } },
          ],
        },
      },
    })
  })

  it('asks for null and NaN as the protocol wants it, and for ids by their names', () => {
    expect(queryOf(['a == null', 'b != {"$double": "NaN"}', '__name__ in ["one"]']).where).toEqual({
      compositeFilter: {
        op: 'AND',
        filters: [
          { unaryFilter: { field: { fieldPath: 'a' }, op: 'IS_NULL' } },
          { unaryFilter: { field: { fieldPath: 'b' }, op: 'IS_NOT_NAN' } },
          {
            fieldFilter: {
              field: { fieldPath: '__name__' },
              op: 'IN',
              value: { arrayValue: { values: [{ referenceValue: `${root}/users/ada/orders/one` }] } },
            },
          },
        ],
      },
    })
  })

  it.each([
    [[], [], ['__name__ ASCENDING']],
    [['b > 1', 'a < 2', 'c == 3'], [], ['a ASCENDING', 'b ASCENDING', '__name__ ASCENDING']],
    [['b > 1'], ['c desc'], ['c DESCENDING', 'b DESCENDING', '__name__ DESCENDING']],
    [['b > 1'], ['b', '__name__ desc'], ['b ASCENDING', '__name__ DESCENDING']],
  ])('is ordered whole: where %s, order by %s', (where, order, whole) => {
    expect(orderOf(where, order)).toEqual(whole)
  })

  it('asks for what is below a collection by the bounds of its names', () => {
    expect(JSON.stringify(wireQueryBelow(root, 'orders').where)).toContain(`${root}/orders/__id-9223372036854775808__`)
  })

  it('takes a document with all below it', () => {
    const bounds = JSON.stringify(wireQueryBelow(root, 'users/ada').where)
    expect(bounds).toContain(`"${root}/users/ada"`)
    expect(bounds).toContain(JSON.stringify(`${root}/users/ada\0`))
  })
})
