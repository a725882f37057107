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

test('fields below each other have the same order of keys, whichever comes first', () => {
  const paths = [['k'], ['k', 'a'], ['k', 'a', 'b'], ['k', 'b'], ['k', 'value'], ['__name__']]
  const leaf = fc.constantFrom<Value>(
    { kind: 'null' },
    { kind: 'integer', value: 1n },
    { kind: 'double', value: 1 },
    { kind: 'array', values: [{ kind: 'integer', value: 2n }] },
    { kind: 'map', fields: new Map() },
  )
  const map = (members: fc.Arbitrary<Value>) =>
    fc
      .dictionary(fc.constantFrom('a', 'b', 'value'), members, { maxKeys: 3 })
      .map((fields): Value => ({ kind: 'map', fields: new Map(Object.entries(fields)) }))
  const vector = leaf.map((value): Value => {
    const type: Value = { kind: 'string', value: '__vector__' }
    return {
      kind: 'map',
      fields: new Map([
        ['__type__', type],
        ['value', value],
      ]),
    }
  })
  const inner = fc.oneof(leaf, vector, map(leaf))
  const k = fc.oneof(inner, map(inner), map(inner))
  const orders = fc
    .tuple(fc.shuffledSubarray(paths), fc.array(direction, { minLength: 6, maxLength: 6 }))
    .map(([fields, directions]) =>
      fields.map((field, i): Order => ({ field, direction: directions[i] ?? 'ascending' })),
    )
  const row = fc
    .tuple(ids, k)
    .map(([id, value]) => documentOf([id, value, value]))
    .map((document) => makeDocument(document, new Map([['k', document.fields.get('a') ?? { kind: 'null' }]])))
  fc.assert(
    fc.property(row, row, orders, (left, right, asked) => {
      const keyOf = orderKeys(asked)
      expect(Buffer.compare(keyOf(left), keyOf(right))).toBe(Math.sign(compareDocuments(asked)(left, right)))
    }),
    { numRuns: 5000 },
  )
})

test('what is below several fields of the order is in a key once', () => {
  let k: Value = { kind: 'string', value: 'x'.repeat(10_000) }
  const paths = [['k']]
  for (let depth = 0; depth < 15; depth++) {
    k = { kind: 'map', fields: new Map([['a', k]]) }
    paths.push([...(paths.at(-1) ?? []), 'a'])
  }
  const document = makeDocument({ path: 'c/x', createTime: 1, updateTime: 1, json: '{}' }, new Map([['k', k]]))
  for (const fields of [paths, paths.toReversed()]) {
    const orders = fields.map((field): Order => ({ field, direction: 'ascending' }))
    expect(orderKeys(orders)(document).length).toBeLessThan(11_000)
  }
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
