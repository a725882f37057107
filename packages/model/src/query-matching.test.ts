import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ArrayFindings } from './array-operands.ts'
import { indexEntriesOf } from './index-entries.ts'
import { rangeFor } from './index-range.ts'
import { makeDocument } from './lazy-document.ts'
import { disjunctsOf, normaliseQuery, simplifyFilter } from './query-normalisation.ts'
import { compareDocuments, matches, matchesFilter } from './query-matching.ts'
import type { FieldOperator, Filter, Order, Query, UnaryOperator } from './query.ts'
import { encodeFields } from './typed-json.ts'
import { arbitraryStoredValue, arbitraryValue } from './value.arbitrary.ts'
import { compareBytes, equalsInQuery } from './value-order.ts'
import type { Fields, Value } from './value.ts'

const NULL: Value = { kind: 'null' }
const NAN: Value = { kind: 'double', value: NaN }
const int = (value: number): Value => ({ kind: 'integer', value: BigInt(value) })
const double = (value: number): Value => ({ kind: 'double', value })
const text = (value: string): Value => ({ kind: 'string', value })
const array = (...values: Value[]): Value => ({ kind: 'array', values })
const map = (fields: Record<string, Value>): Value => ({ kind: 'map', fields: new Map(Object.entries(fields)) })
const reference = (path: string): Value => ({ kind: 'reference', name: `projects/p/databases/d/documents/${path}` })

function documentAt(path: string, fields: Fields) {
  return makeDocument({ path, createTime: 1, updateTime: 1, json: encodeFields(fields) }, fields)
}
const document = (value?: Value, path = 'c/x') => documentAt(path, new Map(value === undefined ? [] : [['f', value]]))
const field = (op: FieldOperator, value: Value, path = ['f']): Filter => ({ kind: 'field', field: path, op, value })
const unary = (op: UnaryOperator): Filter => ({ kind: 'unary', field: ['f'], op })
const query = (more: Partial<Query> = {}): Query => ({
  parent: '',
  collectionId: 'c',
  allDescendants: false,
  orderBy: [],
  offset: 0,
  ...more,
})
const matching = (more: Partial<Query>, value?: Value, path?: string) =>
  matches(normaliseQuery(query(more)), document(value, path))

describe('filters', () => {
  it.each<[FieldOperator, Value, (Value | undefined)[], (Value | undefined)[]]>([
    ['==', int(1), [int(1), double(1)], [int(2), text('1'), NULL, undefined, array(int(1))]],
    ['==', NULL, [], [NULL, undefined, int(1)]],
    ['==', NAN, [], [NAN, int(1)]],
    ['==', array(int(1)), [array(double(1))], [array(), array(int(1), int(1)), int(1)]],
    ['==', map({ a: int(1) }), [map({ a: double(1) })], [map({}), map({ a: int(1), b: int(1) })]],
    [
      '<',
      int(3),
      [int(2), double(-Infinity)],
      [int(3), NAN, NULL, text(''), { kind: 'boolean', value: false }, undefined],
    ],
    ['<=', double(3), [int(3), int(2)], [double(3.1), NAN]],
    ['>', int(3), [double(3.5), double(Infinity)], [int(3), text('4'), array(int(4))]],
    ['>=', text('b'), [text('b'), text('c')], [text('a'), int(9)]],
    ['>', NULL, [], [int(1), NULL]],
    ['<=', NAN, [], [NAN, int(1)]],
    ['>=', map({}), [map({}), map({ a: int(1) })], [array(), text('')]],
    ['!=', int(5), [int(1), text('5'), NAN, array(int(5))], [int(5), double(5), NULL, undefined]],
    ['!=', NULL, [], [int(1), NAN, NULL, undefined]],
    ['in', array(int(1), text('a'), NULL, NAN), [double(1), text('a')], [int(2), NULL, NAN, undefined]],
    ['not-in', array(int(1), NAN), [int(2), text('1')], [int(1), double(1), NAN, NULL, undefined]],
    ['not-in', array(int(1)), [NAN], [int(1)]],
    ['!=', NAN, [NAN, int(1), text('1')], [NULL, undefined]],
    ['not-in', array(int(1), NULL), [], [int(2), NULL, NAN, undefined]],
    ['array-contains', int(1), [array(int(2), double(1))], [array(array(int(1))), array(), int(1), undefined]],
    ['array-contains', NULL, [], [array(NULL), NULL]],
    ['array-contains', NAN, [], [array(NAN)]],
    ['array-contains', map({ a: int(1) }), [array(map({ a: int(1) }))], [array(map({}))]],
    ['array-contains-any', array(int(1), NULL, NAN), [array(double(1))], [array(NULL, NAN), array(int(2)), int(1)]],
  ])('%s %o', (op, operand, found, left) => {
    for (const value of found) expect(matching({ filter: field(op, operand) }, value)).toBe(true)
    for (const value of left) expect(matching({ filter: field(op, operand) }, value)).toBe(false)
  })

  it.each<[UnaryOperator, (Value | undefined)[], (Value | undefined)[]]>([
    ['is-null', [NULL], [int(0), undefined]],
    ['is-nan', [NAN], [NULL, int(0), undefined]],
    ['is-not-null', [int(0), NAN, array()], [NULL, undefined]],
    ['is-not-nan', [int(0), text('NaN')], [NAN, NULL, undefined]],
  ])('%s', (op, found, left) => {
    for (const value of found) expect(matching({ filter: unary(op) }, value)).toBe(true)
    for (const value of left) expect(matching({ filter: unary(op) }, value)).toBe(false)
  })

  it('on names compare paths', () => {
    const byName = (op: FieldOperator, operand: Value) =>
      matching({ filter: field(op, operand, ['__name__']) }, int(1), 'c/m')
    expect(byName('==', reference('c/m'))).toBe(true)
    expect(byName('==', reference('c/n'))).toBe(false)
    expect(byName('>', reference('c/__id9__'))).toBe(true)
    expect(byName('<', reference('c/m/d/x'))).toBe(true)
    expect(byName('in', array(reference('c/a'), reference('c/m')))).toBe(true)
    expect(byName('!=', reference('c/m'))).toBe(false)
    expect(byName('not-in', array(reference('c/a')))).toBe(true)
  })

  it('combine, and empty composites are none', () => {
    const is = (value: number) => field('==', int(value))
    expect(matching({ filter: { kind: 'or', filters: [is(1), is(2)] } }, int(2))).toBe(true)
    expect(matching({ filter: { kind: 'and', filters: [is(1), unary('is-not-null')] } }, int(2))).toBe(false)
    expect(matching({ filter: { kind: 'and', filters: [] } }, int(2))).toBe(true)
    expect(matching({ filter: { kind: 'or', filters: [{ kind: 'and', filters: [] }] } })).toBe(true)
  })

  it('reach into maps but not into vectors', () => {
    const nested = field('==', int(1), ['f', 'a'])
    expect(matching({ filter: nested }, map({ a: int(1) }))).toBe(true)
    expect(matching({ filter: nested }, array(map({ a: int(1) })))).toBe(false)
    expect(
      matching(
        { filter: field('>=', array(), ['f', 'value']) },
        map({ __type__: text('__vector__'), value: array(double(1)) }),
      ),
    ).toBe(false)
  })
})

describe('sources', () => {
  it.each<[Partial<Query>, string[], string[]]>([
    [{}, ['c/x'], ['d/x', 'c/x/c/y']],
    [{ parent: 'c/x', collectionId: 'd' }, ['c/x/d/y'], ['c/xx/d/y', 'c/x', 'd/y', 'c/x/d/y/d/z']],
    [{ allDescendants: true }, ['c/x', 'a/b/c/x'], ['a/c', 'c/x/d/y']],
    [{ parent: 'a/b', allDescendants: true }, ['a/b/c/x', 'a/b/d/e/c/x'], ['c/x', 'a/bb/c/x']],
    [{ collectionId: undefined }, ['c/x', 'd/x'], ['c/x/d/y']],
    [{ collectionId: undefined, allDescendants: true }, ['c/x', 'c/x/d/y'], []],
    [{ parent: 'c/x', collectionId: undefined, allDescendants: true }, ['c/x/d/y', 'c/x/d/y/e/z'], ['c/x', 'd/y']],
  ])('%j', (more, inside, outside) => {
    for (const path of inside) expect(matching(more, undefined, path)).toBe(true)
    for (const path of outside) expect(matching(more, undefined, path)).toBe(false)
  })
})

describe('orders', () => {
  it('drop documents without an ordered field, and keep null', () => {
    const orderBy: Order[] = [{ field: ['f'], direction: 'ascending' }]
    expect(matching({ orderBy }, NULL)).toBe(true)
    expect(matching({ orderBy })).toBe(false)
    expect(matching({ filter: { kind: 'or', filters: [field('>', int(1)), field('==', int(1), ['g'])] } })).toBe(false)
  })

  it('compare field by field, each in its direction, the name last', () => {
    const documents = [
      document(int(2), 'c/b'),
      document(int(2), 'c/a'),
      document(NULL, 'c/c'),
      document(text(''), 'c/d'),
    ]
    const sorted = (direction: Order['direction']) =>
      documents
        .toSorted(compareDocuments(normaliseQuery(query({ orderBy: [{ field: ['f'], direction }] })).orderBy))
        .map(({ path }) => path)
    expect(sorted('ascending')).toEqual(['c/c', 'c/a', 'c/b', 'c/d'])
    expect(sorted('descending')).toEqual(['c/d', 'c/b', 'c/a', 'c/c'])
  })
})

describe('cursors', () => {
  const orderBy: Order[] = [{ field: ['f'], direction: 'descending' }]
  it.each<[Partial<Query>, boolean[]]>([
    // f is 3, 2, 1 in the order of the query.
    [{ startAt: { values: [int(2)], before: true } }, [false, true, true]],
    [{ startAt: { values: [int(2)], before: false } }, [false, false, true]],
    [{ endAt: { values: [int(2)], before: true } }, [true, false, false]],
    [{ endAt: { values: [int(2)], before: false } }, [true, true, false]],
    [{ startAt: { values: [int(2), reference('c/a')], before: true } }, [false, false, true]],
    [{ startAt: { values: [int(2), reference('c/z')], before: true } }, [false, true, true]],
    [{ startAt: { values: [text('')], before: true } }, [true, true, true]],
    [{ endAt: { values: [text('')], before: true } }, [false, false, false]],
    [{ startAt: { values: [], before: false } }, [true, true, true]],
  ])('%o', (more, expected) => {
    expect([3, 2, 1].map((value) => matching({ orderBy, ...more }, int(value)))).toEqual(expected)
  })
})

describe('index ranges and filters agree', () => {
  const operand = fc.oneof(arbitraryValue, arbitraryStoredValue)
  const pair = fc.oneof(
    fc.tuple(arbitraryStoredValue, operand),
    arbitraryStoredValue.map((value): [Value, Value] => [value, value]),
  )
  const isHeld = (stored: Value, condition: Parameters<typeof rangeFor>[2]) => {
    const range = rangeFor({ kind: 'collection', database: 'd', path: 'c' }, ['f'], condition)
    const keys = indexEntriesOf('d', 'c/x', new Map([['f', stored]]))
    return keys.some((key) => compareBytes(range.start, key) <= 0 && compareBytes(key, range.end) < 0)
  }

  it('for every operator that has a range', () => {
    fc.assert(
      fc.property(pair, fc.constantFrom('==', '<', '<=', '>', '>=', 'array-contains'), ([stored, value], op) => {
        // Null and NaN have their range under ==, for IS_NULL and IS_NAN.
        const isUnary = op === '==' && (value.kind === 'null' || Object.is(value.kind === 'double' && value.value, NaN))
        const filter = !isUnary ? field(op, value) : unary(value.kind === 'null' ? 'is-null' : 'is-nan')
        expect(isHeld(stored, { op, value })).toBe(matchesFilter(filter, document(stored)))
      }),
      { numRuns: 5000 },
    )
  })

  it('for IS_NOT_NULL', () => {
    fc.assert(
      fc.property(arbitraryStoredValue, (stored) => {
        expect(isHeld(stored, { op: 'not-null' })).toBe(matchesFilter(unary('is-not-null'), document(stored)))
      }),
    )
  })
})

describe('rewritten filters', () => {
  const operand = fc.constantFrom(int(1), double(1), int(2), NULL, NAN, text('a'))
  const list = fc.array(operand, { minLength: 1, maxLength: 3 }).map((values) => array(...values))
  const leaf: fc.Arbitrary<Filter> = fc.oneof(
    fc
      .tuple(
        fc.constantFrom<FieldOperator>('==', '<', '>=', '!=', 'array-contains'),
        operand,
        fc.constantFrom('f', 'g'),
      )
      .map(([op, value, name]) => field(op, value, [name])),
    fc
      .tuple(fc.constantFrom<FieldOperator>('in', 'not-in', 'array-contains-any'), list, fc.constantFrom('f', 'g'))
      .map(([op, value, name]) => field(op, value, [name])),
    fc.constantFrom<UnaryOperator>('is-null', 'is-nan', 'is-not-null', 'is-not-nan').map(unary),
  )
  const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
    filter: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc
        .tuple(fc.constantFrom('and', 'or'), fc.array(tie('filter'), { minLength: 1, maxLength: 3 }))
        .map(([kind, filters]): Filter => ({ kind, filters })),
    ),
  }))
  const value = fc.oneof(operand, list)

  it('let the same documents pass', () => {
    fc.assert(
      fc.property(filter, fc.option(value), fc.option(value), (given, f, g) => {
        const fields = new Map<string, Value>()
        if (f !== null) fields.set('f', f)
        if (g !== null) fields.set('g', g)
        const one = documentAt('c/x', fields)
        const passes = matchesFilter(given, one)
        expect(matchesFilter(simplifyFilter(given), one)).toBe(passes)
        expect(disjunctsOf(given).some((filters) => filters.every((simple) => matchesFilter(simple, one)))).toBe(passes)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('alternatives that look into the same array', () => {
  const scalar = fc.constantFrom(int(1), double(1), int(2), double(-0), int(0), NULL, NAN, text('a'), text('ab'))
  const element = fc.oneof(
    scalar,
    fc
      .dictionary(
        fc.constantFrom('a', 'b'),
        fc.oneof(
          scalar,
          fc.array(scalar, { maxLength: 2 }).map((all) => array(...all)),
        ),
        { maxKeys: 2 },
      )
      .map(map),
    fc.array(scalar, { maxLength: 2 }).map((values) => array(...values)),
    arbitraryStoredValue,
  )
  const elements = fc.array(element, { maxLength: 4 })
  const asked = fc.record({
    name: fc.constantFrom('f', 'g'),
    operands: fc.array(element, { minLength: 1, maxLength: 3 }),
  })

  /** As each of them alone would find it. */
  const isContained = (values: readonly Value[], operand: Value) =>
    operand.kind !== 'array' && values.some((value) => equalsInQuery(value, operand))

  it('find what each of them finds', () => {
    fc.assert(
      fc.property(
        elements,
        elements,
        fc.array(asked, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        (f, g, all, isAnd) => {
          // Elements are asked for as they are stored, too.
          const leaves = all.flatMap(({ name, operands }) => [
            { name, operands, filter: field('array-contains-any', array(...operands), [name]) },
            ...[...operands, ...f.slice(0, 1)].map((operand) => ({
              name,
              operands: [operand],
              filter: field('array-contains', operand, [name]),
            })),
          ])
          const one = documentAt(
            'c/x',
            new Map([
              ['f', array(...f)],
              ['g', array(...g)],
            ]),
          )
          const each = leaves.map(({ name, operands }) =>
            operands.some((operand) => isContained(name === 'f' ? f : g, operand)),
          )
          const filter: Filter = { kind: isAnd ? 'and' : 'or', filters: leaves.map((leaf) => leaf.filter) }
          expect(matchesFilter(filter, one)).toBe(isAnd ? each.every(Boolean) : each.some(Boolean))
          const found = ArrayFindings.of(filter, one)
          expect(leaves.map((leaf) => matchesFilter(leaf.filter, one, found))).toEqual(each)
        },
      ),
      { numRuns: 3000 },
    )
  })
})
