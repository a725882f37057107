import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexEntriesOf } from './index-entries.ts'
import { decodeCollectionPath, documentBytes } from './index-key.ts'
import type { IndexScope } from './index-key.ts'
import { collectionsRange, cursorRange, intersectRanges, isEmptyRange, rangeFor } from './index-range.ts'
import type { IndexRange } from './index-range.ts'
import type { Bound, Order } from './query.ts'
import { comparePaths } from './resource-path.ts'
import { arbitraryFields, arbitraryStoredValue, arbitraryText, arbitraryValue } from './value.arbitrary.ts'
import { compareBytes, compareValues, equalsInQuery, isNaNValue, typeBracket } from './value-order.ts'
import type { Value } from './value.ts'

const scope: IndexScope = { kind: 'collection', database: 'd', path: 'c' }
const text = (value: string): Value => ({ kind: 'string', value })
const reference = (path: string): Value => ({ kind: 'reference', name: `projects/p/databases/d/documents/${path}` })

const isWithin = (range: IndexRange, key: Uint8Array) =>
  compareBytes(range.start, key) <= 0 && compareBytes(key, range.end) < 0
const holds = (range: IndexRange, keys: readonly Uint8Array[]) => keys.some((key) => isWithin(range, key))
const keysOf = (path: string, value: Value, field = 'f') => indexEntriesOf('d', path, new Map([[field, value]]))

/** What filters mean by section 7.2 of the reference, on the value itself. */
function satisfies(op: '==' | '<' | '<=' | '>' | '>=', stored: Value, operand: Value): boolean {
  if (op === '==') return compareValues(stored, operand) === 0
  if (operand.kind === 'null' || isNaNValue(operand) || typeBracket(stored) !== typeBracket(operand)) return false
  const order = compareValues(stored, operand)
  return op === '<' ? order < 0 : op === '<=' ? order <= 0 : op === '>' ? order > 0 : order >= 0
}

const similar = fc.oneof(
  fc.tuple(arbitraryValue, arbitraryValue),
  arbitraryValue.map((value): [Value, Value] => [value, value]),
  fc.tuple(arbitraryText.map(text), arbitraryText.map(text)),
)

describe('index ranges', () => {
  it('hold exactly the values that satisfy a condition', () => {
    fc.assert(
      fc.property(similar, fc.constantFrom('==', '<', '<=', '>', '>='), ([stored, operand], op) => {
        const range = rangeFor(scope, ['f'], { op, value: operand })
        expect(holds(range, keysOf('c/x', stored))).toBe(satisfies(op, stored, operand))
        expect(range.exact).toBe(true)
      }),
      { numRuns: 10_000 },
    )
  })

  it('hold the arrays with an equal element', () => {
    fc.assert(
      fc.property(
        fc.array(arbitraryStoredValue, { maxLength: 4 }),
        arbitraryStoredValue,
        fc.boolean(),
        (values, other, takesFirst) => {
          const value = takesFirst ? (values[0] ?? other) : other
          const range = rangeFor(scope, ['f'], { op: 'array-contains', value })
          expect(holds(range, keysOf('c/x', { kind: 'array', values }))).toBe(
            values.some((element) => equalsInQuery(element, value)),
          )
        },
      ),
      { numRuns: 3000 },
    )
  })

  it('tell fields, spaces, collections and databases apart', () => {
    fc.assert(
      fc.property(arbitraryFields, (fields) => {
        const keys = indexEntriesOf('d', 'c/x', fields)
        for (const name of [...fields.keys(), 'absent']) {
          expect(keys.filter((key) => isWithin(rangeFor(scope, [name], { op: 'any' }), key))).toHaveLength(
            fields.has(name) ? 1 : 0,
          )
          const notNull = rangeFor(scope, [name], { op: 'not-null' })
          expect(holds(notNull, keys)).toBe(fields.has(name) && fields.get(name)?.kind !== 'null')
        }
        for (const path of ['c2', 'c\0', 'c/x/c', 'b', 'd']) {
          for (const op of ['any', 'not-null'] as const) {
            expect(holds(rangeFor({ ...scope, path }, ['a'], { op }), keys)).toBe(false)
            expect(holds(rangeFor({ ...scope, database: '(default)' }, ['a'], { op }), keys)).toBe(false)
          }
        }
        expect(keys.filter((key) => isWithin(rangeFor(scope, ['__name__'], { op: 'any' }), key))).toHaveLength(1)
      }),
      { numRuns: 300 },
    )
  })

  it('of nested paths hold nested values', () => {
    const keys = indexEntriesOf(
      'd',
      'c/x',
      new Map<string, Value>([
        ['a', { kind: 'map', fields: new Map([['b', text('v')]]) }],
        ['a.b', text('w')],
      ]),
    )
    expect(holds(rangeFor(scope, ['a', 'b'], { op: '==', value: text('v') }), keys)).toBe(true)
    expect(holds(rangeFor(scope, ['a.b'], { op: '==', value: text('v') }), keys)).toBe(false)
    expect(holds(rangeFor(scope, ['a.b'], { op: '==', value: text('w') }), keys)).toBe(true)
  })

  it('on names follow the order of paths, in a collection and in a group', () => {
    const ids = fc.constantFrom('a', 'b', 'ab', '__id2__', '__id10__', '__id-1__', '\0', 'a\0')
    const paths = fc.oneof(
      ids.map((id) => `c/${id}`),
      ids.map((id) => `b/${id}`),
      ids.map((id) => `c/${id}/d/${id}`),
      ids.map((id) => `d/${id}`),
    )
    fc.assert(
      fc.property(ids, paths, fc.constantFrom('==', '<', '<=', '>', '>='), (id, other, op) => {
        const path = `c/${id}`
        expect(holds(rangeFor(scope, ['__name__'], { op, value: reference(other) }), keysOf(path, text('')))).toBe(
          satisfies(op, reference(path), reference(other)),
        )
        const nested = `r/x/c/${id}`
        const group: IndexScope = { kind: 'group', database: 'd', collectionId: 'c' }
        const keys = keysOf(nested, text(''))
        for (const operand of [other, `r/x/${other}`]) {
          expect(holds(rangeFor(group, ['__name__'], { op, value: reference(operand) }), keys)).toBe(
            satisfies(op, reference(nested), reference(operand)),
          )
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('between cursors hold what lies between them, in either direction', () => {
    const ids = fc.constantFrom('a', 'b', 'c', '__id1__')
    const directions = fc.constantFrom('ascending', 'descending')
    const bound = fc.record({
      values: fc.oneof(
        fc.tuple(arbitraryValue),
        fc.tuple(
          arbitraryValue,
          ids.map((id) => reference(`c/${id}`)),
        ),
        fc.constant([]),
      ),
      before: fc.boolean(),
    })
    fc.assert(
      fc.property(
        ids,
        arbitraryValue,
        bound,
        fc.boolean(),
        fc.boolean(),
        directions,
        directions,
        (id, other, cursor, isStart, isEqual, direction, nameDirection) => {
          const stored = isEqual ? (cursor.values[0] ?? other) : other
          const orders: Order[] = [
            { field: ['f'], direction },
            { field: ['__name__'], direction: nameDirection },
          ]
          const range = isStart ? cursorRange(scope, orders, cursor) : cursorRange(scope, orders, undefined, cursor)
          const isInside = isWithinCursor(orders, cursor, isStart, [stored, reference(`c/${id}`)])
          const isHeld = keysOf(`c/${id}`, stored)
            .slice(1, 2)
            .some((key) => isWithin(range, key))
          if (isInside) expect(isHeld).toBe(true)
          if (range.exact) expect(isHeld).toBe(isInside)
          if (direction === nameDirection || cursor.values.length < 2) expect(range.exact).toBe(true)
        },
      ),
      { numRuns: 5000 },
    )
  })

  it('between cursors on names follow the order of paths', () => {
    const names = fc.constantFrom('b/z', 'c/a', 'c/b', 'c/b/x/y', 'd/a')
    fc.assert(
      fc.property(
        fc.constantFrom('a', 'b', 'c'),
        names,
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom('ascending', 'descending'),
        (id, other, before, isStart, direction) => {
          const orders: Order[] = [{ field: ['__name__'], direction }]
          const cursor = { values: [reference(other)], before }
          const range = isStart ? cursorRange(scope, orders, cursor) : cursorRange(scope, orders, undefined, cursor)
          expect(holds(range, keysOf(`c/${id}`, text('')))).toBe(
            isWithinCursor(orders, cursor, isStart, [reference(`c/${id}`)]),
          )
        },
      ),
    )
  })

  it('hold every match of a cut operand, and say that more may be in them', () => {
    const long = 'x'.repeat(2000)
    for (const op of ['==', '<', '<=', '>', '>='] as const) {
      for (const [stored, operand] of [
        ['a', 'b'],
        ['b', 'a'],
        ['a', 'a'],
      ]) {
        const range = rangeFor(scope, ['f'], { op, value: text(`${long}${operand}`) })
        expect(range.exact).toBe(false)
        if (satisfies(op, text(stored ?? ''), text(operand ?? '')))
          expect(holds(range, keysOf('c/x', text(`${long}${stored}`)))).toBe(true)
        expect(holds(range, keysOf('c/x', text('w')))).toBe(op.startsWith('<'))
      }
    }
    const array: Value = { kind: 'array', values: [text(`${long}a`)] }
    expect(holds(rangeFor(scope, ['f'], { op: 'array-contains', value: text(`${long}b`) }), keysOf('c/x', array))).toBe(
      true,
    )
    for (const before of [true, false]) {
      const range = cursorRange(scope, [{ field: ['f'], direction: 'ascending' }], {
        values: [text(`${long}b`)],
        before,
      })
      expect([holds(range, keysOf('c/x', text(`${long}c`))), range.exact]).toEqual([true, false])
    }
  })

  it('can be intersected', () => {
    const above = rangeFor(scope, ['f'], { op: '>', value: text('b') })
    const below = rangeFor(scope, ['f'], { op: '<', value: text('d') })
    expect(['b', 'c', 'd'].map((value) => holds(intersectRanges(above, below), keysOf('c/x', text(value))))).toEqual([
      false,
      true,
      false,
    ])
    expect(isEmptyRange(intersectRanges(above, rangeFor(scope, ['f'], { op: '<', value: text('b') })))).toBe(true)
    expect(isEmptyRange(intersectRanges(above, below))).toBe(false)
  })

  it('of equalities can be joined by the bytes of the document', () => {
    const range = rangeFor(scope, ['g'], { op: '==', value: text('v') })
    const [, key = new Uint8Array()] = keysOf('c/x', text('w'))
    const [, wanted = new Uint8Array()] = keysOf('c/x', text('v'), 'g')
    const seek = new Uint8Array([...range.start, ...documentBytes(key)])
    expect(Buffer.compare(seek, wanted.subarray(0, seek.length))).toBe(0)
  })

  it('walk the collections below a parent', () => {
    const paths = ['a/1', 'b/1/x/2', 'b/2', 'b0/1', 'b\0/1', 'c/1/y/1/z/1']
    const keys = paths.flatMap((path) => keysOf(path, text(''))).sort(compareBytes)
    const idsBelow = (parent: string) => {
      const ids: string[] = []
      for (;;) {
        const range = collectionsRange('d', parent, ids.at(-1))
        const key = keys.find((candidate) => isWithin(range, candidate))
        if (key === undefined) return ids
        ids.push((decodeCollectionPath(key) ?? '').slice(parent === '' ? 0 : parent.length + 1).split('/')[0] ?? '')
      }
    }
    expect(idsBelow('')).toEqual(['a', 'b', 'b\0', 'b0', 'c'])
    expect(idsBelow('b/1')).toEqual(['x'])
    expect(idsBelow('c/1/y/1')).toEqual(['z'])
    expect(idsBelow('a/1')).toEqual([])
  })
})

/** Section 7.3 of the reference, on the row itself. */
function isWithinCursor(orders: readonly Order[], cursor: Bound, isStart: boolean, row: readonly Value[]): boolean {
  if (cursor.values.length === 0) return true
  for (const [i, value] of cursor.values.entries()) {
    const stored = row[i] ?? expect.fail()
    const isName = stored.kind === 'reference' && value.kind === 'reference' && orders[i]?.field[0] === '__name__'
    const ascending = isName ? comparePaths(stored.name, value.name) : compareValues(stored, value)
    const order = orders[i]?.direction === 'descending' ? -ascending : ascending
    if (order !== 0) return isStart ? order > 0 : order < 0
  }
  return isStart ? cursor.before : !cursor.before
}
