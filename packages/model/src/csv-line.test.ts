import { describe, expect, it } from 'vitest'
import { csvCell, csvLine, csvQuoted } from './csv-line.ts'

describe('a cell of CSV', () => {
  it.each([
    ['a "b", c', '"a ""b"", c"'],
    ['a;b', '"a;b"'],
    ['a\tb', '"a\tb"'],
    ['a\nb', '"a\nb"'],
    [' a', '" a"'],
    ['plain', 'plain'],
  ])('%j is in quotes where it must be', (text, cell) => {
    expect(csvQuoted(text)).toBe(cell)
  })

  it.each([
    ['=1+1', "'=1+1"],
    [' =1;2', '"\' =1;2"'],
    ['＝1+1', "'＝1+1"],
    ['@x/y', "'@x/y"],
    ['-2', '-2'],
  ])('A9 formula: %j is no formula', (text, cell) => {
    expect(csvCell(text)).toBe(cell)
  })
})

it('a line of CSV has texts and numbers, and ends as spreadsheets have it', () => {
  expect(csvLine(['Day', -2, '=1'])).toBe("Day,-2,'=1\r\n")
})
