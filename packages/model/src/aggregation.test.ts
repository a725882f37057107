import { describe, expect, it } from 'vitest'
import { Aggregator, validateAggregations } from './aggregation.ts'
import type { Aggregation } from './query.ts'
import type { Value } from './value.ts'

const int = (value: bigint | number): Value => ({ kind: 'integer', value: BigInt(value) })
const double = (value: number): Value => ({ kind: 'double', value })
const text: Value = { kind: 'string', value: 'x' }
const MAX = 2n ** 63n - 1n
const count: Aggregation = { alias: 'count', kind: 'count' }
const sum = (field = 'f'): Aggregation => ({ alias: `sum ${field}`, kind: 'sum', field: [field] })
const average = (field = 'f'): Aggregation => ({ alias: `average ${field}`, kind: 'average', field: [field] })

function run(aggregations: Aggregation[], ...documents: Record<string, Value>[]): Value[] {
  const aggregator = new Aggregator(aggregations)
  const fields = documents.map((document) => new Map(Object.entries(document)))
  for (const taken of fields.filter((each) => aggregator.takes(each))) aggregator.add(taken)
  return [...aggregator.results().values()]
}

describe('sum and average', () => {
  it.each<[Value[], Value, Value]>([
    [[], int(0), { kind: 'null' }],
    [[int(1), int(2)], int(3), double(1.5)],
    [[int(1), double(2)], double(3), double(1.5)],
    [[int(1), text, { kind: 'null' }, { kind: 'array', values: [int(5)] }], int(1), double(1)],
    [[text], int(0), { kind: 'null' }],
    [[int(MAX), int(1), int(-1)], int(MAX), double(Number(MAX) / 3)],
    [[int(MAX), int(1)], double(2 ** 63), double(2 ** 62)],
    [[double(NaN), int(1)], double(NaN), double(NaN)],
    [[double(Infinity), double(-Infinity)], double(NaN), double(NaN)],
    [[double(Number.MAX_VALUE), double(Number.MAX_VALUE)], double(Infinity), double(Infinity)],
    [[double(Number.MIN_VALUE), int(0)], double(Number.MIN_VALUE), double(0)],
  ])('case %#', (values, expectedSum, expectedAverage) => {
    const documents = values.map((f) => ({ f }))
    expect(run([sum()], ...documents, {})).toEqual([expectedSum])
    expect(run([average()], ...documents, {})).toEqual([expectedAverage])
  })
})

describe('several aggregations', () => {
  it('use only documents that have every aggregated field', () => {
    const documents = [{ f: int(1), g: int(10) }, { f: int(2) }, { g: text }, { f: text, g: text }]
    expect(run([count, sum('f'), sum('g')], ...documents)).toEqual([int(2), int(1), int(10)])
    expect(run([count, sum('f')], ...documents)).toEqual([int(3), int(3)])
    expect(run([count], ...documents)).toEqual([int(4)])
  })
})

describe('counts', () => {
  it('end at their limit, and say when enough is seen', () => {
    const upTo = (limit: bigint, alias = 'x'): Aggregation => ({ alias, kind: 'count', upTo: limit })
    expect(run([upTo(2n)], {}, {}, {})).toEqual([int(2)])
    expect(new Aggregator([upTo(2n), upTo(5n, 'y')]).enough).toBe(5n)
    expect(new Aggregator([upTo(2n), count]).enough).toBeUndefined()
    expect(new Aggregator([sum()]).enough).toBeUndefined()
    const counted = new Aggregator([count])
    counted.addCount(3)
    expect([counted.isCountAlone, counted.results().get('count')]).toEqual([true, int(3)])
  })
})

describe('aggregations', () => {
  it('are named in their order when they have no alias', () => {
    expect(
      validateAggregations([
        { ...count, alias: '' },
        { ...sum(), alias: 'a b' },
        { ...sum(), alias: '' },
      ]).map(({ alias }) => alias),
    ).toEqual(['field_1', 'a b', 'field_2'])
  })

  it.each<[string, Aggregation[]]>([
    ['can not be empty', []],
    ['maximum number of aggregations', Array.from({ length: 6 }, (_, i) => ({ ...count, alias: `a${i}` }))],
    ['duplicate alias: count', [count, count]],
    [
      'duplicate alias: field_1',
      [
        { ...count, alias: '' },
        { ...count, alias: 'field_1' },
      ],
    ],
    ['property.name is longer than 1500 bytes', [{ ...count, alias: 'é'.repeat(751) }]],
    ['up_to', [{ ...count, kind: 'count', upTo: -1n }]],
    ['__name__', [sum('__name__')]],
    ['reserved', [{ ...count, alias: '__x__' }]],
  ])('are refused: %s', (message, aggregations) => {
    expect(() => validateAggregations(aggregations)).toThrow(message)
  })
})
