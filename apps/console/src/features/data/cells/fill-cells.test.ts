import { FieldPath, type QueryDocumentSnapshot, Timestamp } from 'firebase/firestore'
import { describe, expect, it } from 'vitest'
import { parseTimestamp } from '@hearth/model/timestamp'
import type { TypedValue } from '../../../documents/values/typed-value.ts'
import { gridColumns } from '../columns/grid-column.ts'
import { fillDown, fillRight, fillTo, seriesOf } from './fill-cells.ts'
import type { CellSource } from './range-cells.ts'
import type { CellWrite } from './save-cells.ts'

const int = (value: number): TypedValue => ({ kind: 'integer', value: BigInt(value) })
const double = (value: number): TypedValue => ({ kind: 'double', value })
const at = (text: string): TypedValue => ({ kind: 'timestamp', micros: parseTimestamp(text) })

function sourceOf(rows: readonly Readonly<Record<string, unknown>>[], fields: readonly string[]): CellSource {
  const documents = rows.map((data, row) => ({
    id: `row-${row}`,
    ref: { path: `goods/row-${row}` },
    data: () => data,
    get: (path: FieldPath) => Object.entries(data).find(([name]) => new FieldPath(name).isEqual(path))?.[1],
  })) as unknown as readonly QueryDocumentSnapshot[]
  return { documentAt: (row) => documents[row], columns: gridColumns(fields, new Map(), {}) }
}

function said(writes: readonly CellWrite[]): readonly string[] {
  return writes.map(({ document, field, value }) => {
    const told = value === undefined ? 'gone' : 'value' in value ? String(value.value) : value.kind
    return `${document.id} ${field} ${told}`
  })
}

describe('a series', () => {
  it('goes on from two or more numbers or times that are as far from each other, in both directions', () => {
    expect(seriesOf([int(2), int(4)])?.(4)).toEqual(int(10))
    expect(seriesOf([int(2), int(4)])?.(-2)).toEqual(int(-2))
    const daily = seriesOf([at('2026-11-20T09:00:00Z'), at('2026-11-21T09:00:00Z')])
    expect(daily?.(12)).toEqual(at('2026-12-02T09:00:00Z'))
  })

  it('has the digits that people would write', () => {
    expect([2, 6, 10].map((place) => seriesOf([double(0.1), double(0.2)])?.(place))).toEqual(
      [0.3, 0.7, 1.1].map(double),
    )
    expect(seriesOf([double(0.25), int(0)])?.(3)).toEqual(double(-0.5))
  })

  it('is none of one value, of uneven ones, of texts, or of what is not known to the last digit', () => {
    const none = [[int(1)], [int(1), int(2), int(4)], [int(1), undefined], [int(1), { kind: 'string', value: '2' }]]
    for (const values of none) expect(seriesOf(values as TypedValue[])).toBeUndefined()
    expect(seriesOf([double(2 ** 60), double(2 ** 61)])).toBeUndefined()
    expect(seriesOf([double(1e300), double(2e300)])).toBeUndefined()
  })

  it('ends where no such value can be', () => {
    const years = seriesOf([at('9998-01-01T00:00:00Z'), at('9999-01-01T00:00:00Z')])
    expect(years?.(2)).toBeUndefined()
  })
})

describe('cells that are filled', () => {
  const rows = [
    { n: 1, s: 'a', t: Timestamp.fromMillis(0) },
    { n: 3, s: 'b', t: Timestamp.fromMillis(86_400_000) },
    { n: 9, s: 'c' },
    { s: 'd' },
  ]
  const source = sourceOf(rows, ['n', 's', 't'])

  it('go on with the series of what was held, or repeat it', () => {
    const filled = fillTo({ top: 0, bottom: 1, left: 1, right: 2 }, { top: 0, bottom: 3, left: 1, right: 2 }, source)
    expect(said(filled)).toEqual(['row-2 n 5', 'row-2 s a', 'row-3 n 7', 'row-3 s b'])
    const up = fillTo({ top: 2, bottom: 3, left: 2, right: 2 }, { top: 0, bottom: 3, left: 2, right: 2 }, source)
    expect(said(up)).toEqual(['row-0 s c', 'row-1 s d'])
    const one = fillTo({ top: 0, bottom: 0, left: 1, right: 1 }, { top: 0, bottom: 2, left: 1, right: 1 }, source)
    expect(said(one)).toEqual(['row-1 n 1', 'row-2 n 1'])
  })

  it('take the first row by the key, and the series of the first ones where the rest is empty', () => {
    expect(said(fillDown({ top: 0, bottom: 3, left: 2, right: 3 }, source))).toEqual([
      'row-1 s a',
      'row-2 s a',
      'row-2 t timestamp',
      'row-3 s a',
      'row-3 t timestamp',
    ])
    expect(said(fillDown({ top: 0, bottom: 3, left: 1, right: 1 }, source))).toEqual([
      'row-1 n 1',
      'row-2 n 1',
      'row-3 n 1',
    ])
    const counted = sourceOf([{ jan: 10, feb: 20 }], ['jan', 'feb', 'mar', 'apr'])
    expect(said(fillRight({ top: 0, bottom: 0, left: 1, right: 4 }, counted))).toEqual(['row-0 mar 30', 'row-0 apr 40'])
    expect(said(fillRight({ top: 0, bottom: 0, left: 2, right: 3 }, counted))).toEqual(['row-0 mar 20'])
  })
})
