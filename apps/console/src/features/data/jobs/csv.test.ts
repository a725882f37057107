import { parseTimestamp } from '@hearth/model/timestamp'
import { csvValue } from '@hearth/model/document-csv'
import { decodeValue } from '@hearth/model/typed-json'
import { csvLine } from '@hearth/model/csv-line'
import { unescapeFormula } from '@hearth/model/plain-text'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { equals, type TypedValue } from '../../../documents/values/typed-value.ts'
import { typedFields } from '../../../documents/values/testing/arbitrary-value.ts'
import { encodeValue } from '../../../documents/values/wire-value.ts'
import { CsvReader } from './csv.ts'
import { parseCsvValue } from './csv-table.ts'

const root = 'projects/p/databases/(default)/documents'

/** As an export writes it. */
function formatCsvValue(value: TypedValue | undefined): string {
  return value === undefined ? '' : csvValue(decodeValue(encodeValue(value, root)), root)
}

function read(text: string, cut = text.length): readonly (readonly string[])[] {
  const reader = new CsvReader()
  const lines = [...reader.read(text.slice(0, cut)), ...reader.read(text.slice(cut)), ...reader.end()]
  return lines.map(({ cells }) => cells)
}

describe('comma-separated values', () => {
  it('have cells with commas, quotes and line breaks in quotes', () => {
    expect(read('a,"b, ""c""\nd",\r\n\r\ne,f\n')).toEqual([
      ['a', 'b, "c"\nd', ''],
      ['e', 'f'],
    ])
  })

  it('are told the line of the file that each begins on', () => {
    const reader = new CsvReader()
    expect(reader.read('a\n"b\nc"\r\n\nd\n').map(({ number }) => number)).toEqual([1, 2, 5])
  })

  it.each([
    ['semicolons', 'id;name\na;"b, c"\n'],
    ['tabs', 'id\tname\na\tb, c\n'],
    ['commas', '"id","name"\na,"b, c"\n'],
  ])('are separated by %s where the first line is', (_name, text) => {
    const lines = [
      ['id', 'name'],
      ['a', 'b, c'],
    ]
    for (let cut = 0; cut <= text.length; cut++) expect(read(text, cut)).toEqual(lines)
  })

  it('are refused where quotes are never closed, with the line where they begin', () => {
    expect(() => read('a,b\n1,2\n3,"x\n4,5\n6,7\n')).toThrow('line 3')
  })

  it('are read as they were written, wherever the file is cut in parts', () => {
    const cells = fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 4 })
    fc.assert(
      fc.property(fc.array(cells, { maxLength: 4 }), fc.nat(40), (lines, cut) => {
        const text = lines.map(csvLine).join('')
        expect(read(text, cut).map((line) => line.map(unescapeFormula))).toEqual(lines)
      }),
    )
  })
})

describe('a value in a cell', () => {
  it('is read as it was written, with its type', () => {
    fc.assert(
      fc.property(typedFields, (fields) => {
        for (const value of fields.values()) expect(equals(parseCsvValue(formatCsvValue(value)), value)).toBe(true)
      }),
    )
  })

  it.each<[string, TypedValue | undefined]>([
    ['open', { kind: 'string', value: 'open' }],
    ['3', { kind: 'integer', value: 3n }],
    ['"3"', { kind: 'string', value: '3' }],
    ['=1+1', { kind: 'string', value: '=1+1' }],
    ['2026-11-20T09:14:03Z', { kind: 'timestamp', micros: parseTimestamp('2026-11-20T09:14:03Z') }],
    ['2026-11-20T09:14:03.123456Z', { kind: 'timestamp', micros: parseTimestamp('2026-11-20T09:14:03.123456Z') }],
    ['"2026-11-20T09:14:03Z"', { kind: 'string', value: '2026-11-20T09:14:03Z' }],
    ['2026-11-20 09:14', { kind: 'string', value: '2026-11-20 09:14' }],
    ['2026-02-31T09:14:03Z', { kind: 'string', value: '2026-02-31T09:14:03Z' }],
    ['', undefined],
  ])('%s stands for one value', (text, value) => {
    expect(parseCsvValue(text)).toEqual(value)
    expect(formatCsvValue(value)).toBe(text)
  })

  it('may be a time as earlier releases and other programs write it', () => {
    const value: TypedValue = { kind: 'timestamp', micros: parseTimestamp('2026-11-20T09:14:03Z') }
    expect(parseCsvValue('{"$timestamp": "2026-11-20T09:14:03Z"}')).toEqual(value)
    expect(parseCsvValue('2026-11-20T09:14:03.000Z')).toEqual(value)
  })
})
