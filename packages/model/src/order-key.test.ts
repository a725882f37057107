import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeDocument } from './lazy-document.ts'
import { orderKeys } from './order-key.ts'
import type { Order } from './query.ts'
import { compareDocuments } from './query-matching.ts'
import { encodeFields } from './typed-json.ts'
import type { Value } from './value.ts'
import { arbitraryValue } from './value.arbitrary.ts'

const direction = fc.constantFrom<Order['direction']>('ascending', 'descending')
const ids = fc.constantFrom('a', 'ab', '__id7__', '__id-8__', 'z\u0000', 'ü')

function documentOf([id, a, b]: readonly [string, Value, Value]) {
  const fields = new Map([
    ['a', a],
    ['b', b],
  ])
  return makeDocument({ path: `c/${id}`, createTime: 1, updateTime: 1, json: encodeFields(fields) })
}

test('the keys of documents are in the order of the documents, whatever its directions', () => {
  const row = fc.tuple(ids, arbitraryValue, arbitraryValue)
  fc.assert(
    fc.property(row, row, fc.boolean(), fc.tuple(direction, direction, direction), (one, other, isTie, directions) => {
      const [first, second, last] = directions
      const orders: Order[] = [
        { field: ['a'], direction: first },
        { field: ['b'], direction: second },
        { field: ['__name__'], direction: last },
      ]
      const [left, right] = [documentOf(one), documentOf(isTie ? [other[0], one[1], other[2]] : other)]
      const keyOf = orderKeys(orders)
      const order = Buffer.compare(keyOf(left), keyOf(right))
      expect(order).toBe(Math.sign(compareDocuments(orders)(left, right)))
    }),
  )
})

test('a key is whole, however long the values are', () => {
  const orders: Order[] = [{ field: ['a'], direction: 'ascending' }]
  const [left, right] = ['1', '2'].map((end) =>
    documentOf(['a', { kind: 'string', value: 'x'.repeat(100_000) + end }, { kind: 'null' }]),
  )
  const [lower, upper] = [left, right].map((document) => document && orderKeys(orders)(document))
  expect(lower?.length).toBeGreaterThan(100_000)
  expect(Buffer.compare(lower ?? Buffer.of(), upper ?? Buffer.of())).toBe(-1)
})
