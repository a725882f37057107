import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatTsv, parseTsv } from './tsv.ts'

describe('cells on the clipboard', () => {
  it.each([
    [
      'a\tb\nc\td\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a\r\n"two\nlines"\t"say ""hi"""\r\n', [['a'], ['two\nlines', 'say "hi"']]],
    ['5" pipe\t"open', [['5" pipe', '"open']]],
    ['"quoted" words', [['"quoted" words']]],
    ['\t\n', [['', '']]],
    ['', [['']]],
  ])('are read from %j', (text, rows) => {
    expect(parseTsv(text)).toEqual(rows)
  })

  it('come back as they were, whatever they hold', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '\r', ' ', 'ب') })
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(table, (rows) => {
        expect(parseTsv(formatTsv(rows))).toEqual(rows)
      }),
    )
  })
})
