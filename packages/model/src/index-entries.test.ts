import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffEntries, indexChanges, indexEntriesOf, MAX_INDEX_ENTRIES } from './index-entries.ts'
import { compareAcrossScopes, decodeCollectionPath, decodeDocumentPath, isCut, sameValueBytes } from './index-key.ts'
import { decodeFields } from './typed-json.ts'
import { arbitraryDocumentPath, arbitraryFields, arbitraryValue, vector } from './value.arbitrary.ts'
import { compareBytes, compareValues } from './value-order.ts'
import { comparePaths } from './resource-path.ts'
import type { Fields, Value } from './value.ts'

const hex = (key: Uint8Array) => Buffer.from(key).toString('hex')
const text = (value: string): Value => ({ kind: 'string', value })
const int = (value: number): Value => ({ kind: 'integer', value: BigInt(value) })
const array = (...values: Value[]): Value => ({ kind: 'array', values })

describe('index entries', () => {
  it('are as documented', () => {
    const keys = indexEntriesOf('(default)', 'users/ada', new Map([['age', int(37)]])).map(hex)
    expect(keys).toEqual([
      '00017573657273000001616461000000000005',
      '00017573657273000002616765000020c042800000000000616461000000090005',
    ])
  })

  it('are one for the name, one for each field path, and one for each distinct element', () => {
    const fields = decodeFields({
      map: { mapValue: { fields: { inner: { integerValue: '1' } } } },
      empty: { mapValue: {} },
      list: {
        arrayValue: {
          values: [
            { integerValue: '1' },
            { doubleValue: 1 },
            { integerValue: '2' },
            { nullValue: null },
            { doubleValue: 'NaN' },
          ],
        },
      },
    })
    // name, map, map.inner, empty, list, and 1 and 2 in list.
    expect(indexEntriesOf('d', 'c/d', fields)).toHaveLength(7)
    expect(indexEntriesOf('d', 'c/d/c/d', fields)).toHaveLength(14)
    expect(indexEntriesOf('d', 'c/d', new Map([['v', vector(1, 2)]]))).toHaveLength(2)
  })

  it('lead back to their document', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('(default)', 'other'),
        arbitraryDocumentPath,
        arbitraryFields,
        (database, path, fields) => {
          for (const key of indexEntriesOf(database, path, fields)) {
            expect(decodeDocumentPath(key)).toEqual({ database, path })
            expect([undefined, path.slice(0, path.lastIndexOf('/'))]).toContain(decodeCollectionPath(key))
          }
        },
      ),
    )
  })

  it('are all different', () => {
    fc.assert(
      fc.property(arbitraryDocumentPath, arbitraryFields, (path, fields) => {
        const keys = indexEntriesOf('d', path, fields).map(hex)
        expect(new Set(keys).size).toBe(keys.length)
      }),
    )
  })

  it('order by value, then by document, within a scope and across scopes', () => {
    // Only the key of the field, not those of what is in it; as the second, after that of the name.
    const entryOf = (path: string, value: Value, scope: number) => {
      const keys = indexEntriesOf('d', path, new Map([['f', value]]))
      const perDocument = path.split('/').length > 2 ? 2 : 1
      return keys[perDocument + Math.min(scope, perDocument - 1)] ?? expect.fail()
    }
    const deep = arbitraryDocumentPath.map((below) => `x/y/${below}`.split('/').slice(0, -2).concat('g', 'z').join('/'))
    const ids = fc.constantFrom('a', 'b', '__id2__', '__id10__', '\0')
    fc.assert(
      fc.property(ids, ids, arbitraryValue, arbitraryValue, (a, b, x, y) => {
        const order = compareBytes(entryOf(`c/${a}`, x, 0), entryOf(`c/${b}`, y, 0))
        expect(Math.sign(order)).toBe(Math.sign(compareValues(x, y) || comparePaths(a, b)))
      }),
      { numRuns: 2000 },
    )
    fc.assert(
      fc.property(
        deep,
        ids.map((id) => `g/${id}`),
        arbitraryValue,
        arbitraryValue,
        (a, b, x, y) => {
          const order = compareAcrossScopes(entryOf(a, x, 1), entryOf(b, y, 0))
          expect(Math.sign(order)).toBe(Math.sign(compareValues(x, y) || comparePaths(a, b)))
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('cut long values, and say so', () => {
    const entry = (value: Value) => indexEntriesOf('d', 'c/d', new Map([['f', value]]))[1] ?? expect.fail()
    const long = 'x'.repeat(1500)
    expect(isCut(entry(text(long)))).toBe(false)
    const cut = entry(text(`${long}${long}a`))
    expect(isCut(cut)).toBe(true)
    expect(cut.length).toBeLessThan(1600)
    expect(sameValueBytes(cut, entry(text(`${long}${long}b`)))).toBe(true)
    expect(compareBytes(entry(text(`${long}a`)), cut)).toBeLessThan(0)
    expect(compareBytes(cut, entry(text('y')))).toBeLessThan(0)
    expect(entry(text('\u{1f600}'.repeat(500_000))).length).toBeLessThan(1600)
    expect(entry({ kind: 'bytes', value: new Uint8Array(1_000_000) }).length).toBeLessThan(1600)
  })

  it('order cut values rightly against all others', () => {
    const piece = fc.constantFrom('x', 'y', '\0', 'é', '\u{1f600}')
    const long = fc
      .tuple(piece, fc.integer({ min: 0, max: 1600 }), piece)
      .map(([a, count, b]) => `${a.repeat(count)}${b}`)
    const entry = (value: Value) => indexEntriesOf('d', 'c/d', new Map([['f', value]]))[1] ?? expect.fail()
    const wrap = fc
      .tuple(long, long, fc.boolean())
      .map(([a, b, isArray]) => (isArray ? array(text(a), text(b)) : text(a)))
    fc.assert(
      fc.property(wrap, wrap, (a, b) => {
        const [left, right] = [entry(a), entry(b)]
        const order = compareBytes(left, right)
        if (isCut(left) && isCut(right) && order === 0) return
        expect(Math.sign(order)).toBe(Math.sign(compareValues(a, b)))
      }),
      { numRuns: 1000 },
    )
  })

  it('are at most 40,000', () => {
    const list = (count: number): Fields => new Map([['l', array(...Array.from({ length: count }, (_, i) => int(i)))]])
    expect(indexEntriesOf('d', 'c/d', list(MAX_INDEX_ENTRIES - 2))).toHaveLength(MAX_INDEX_ENTRIES)
    expect(() => indexEntriesOf('d', 'c/d', list(MAX_INDEX_ENTRIES - 1))).toThrow('too many index entries')
    expect(() => indexChanges('d', 'c/d', new Map(), list(MAX_INDEX_ENTRIES - 1))).toThrow('too many index entries')
    const same = array(...Array.from({ length: MAX_INDEX_ENTRIES }, () => int(1)))
    expect(indexChanges('d', 'c/d', new Map(), new Map([['l', same]])).added).toHaveLength(2)
  })

  it('are at most 8 MiB together', () => {
    const wide = new Map(Array.from({ length: 6000 }, (_, i): [string, Value] => [`${i}`, text('x'.repeat(1499))]))
    expect(() => indexEntriesOf('d', 'c/d', wide)).toThrow('too many index entries')
  })
})

describe('changes of index entries', () => {
  it('turn the keys before into the keys after, and touch nothing else', () => {
    const change = fc
      .tuple(arbitraryFields, arbitraryFields, fc.boolean())
      .map(([a, b, merges]): [Fields, Fields] => [a, merges ? new Map([...a, ...b]) : b])
    fc.assert(
      fc.property(arbitraryDocumentPath, change, (path, [before, after]) => {
        const olds = indexEntriesOf('d', path, before)
        const news = indexEntriesOf('d', path, after)
        const { added, removed } = indexChanges('d', path, before, after)
        expect(added.map(hex).sort()).toEqual(diffEntries(olds, news).added.map(hex).sort())
        expect(removed.map(hex).sort()).toEqual(diffEntries(olds, news).removed.map(hex).sort())
        const result = new Set(olds.map(hex))
        for (const key of removed) expect(result.delete(hex(key))).toBe(true)
        for (const key of added) {
          expect(result.has(hex(key))).toBe(false)
          result.add(hex(key))
        }
        expect([...result].sort()).toEqual(news.map(hex).sort())
      }),
      { numRuns: 1000 },
    )
  })

  it('are all keys when a document comes or goes, and none when only the type of a number changes', () => {
    const fields = new Map([['a', int(1)]])
    expect(indexChanges('d', 'c/d', undefined, fields)).toEqual({
      added: indexEntriesOf('d', 'c/d', fields),
      removed: [],
    })
    expect(indexChanges('d', 'c/d', fields, undefined)).toEqual({
      added: [],
      removed: indexEntriesOf('d', 'c/d', fields),
    })
    expect(indexChanges('d', 'c/d', fields, new Map([['a', { kind: 'double', value: 1 }]]))).toEqual({
      added: [],
      removed: [],
    })
  })
})
