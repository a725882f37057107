import { describe, expect, it } from 'vitest'
import { parseByteRange } from './byte-range.ts'

describe('parseByteRange of a content of 10 bytes', () => {
  it.each([
    ['bytes=0-3', { first: 0, last: 3 }],
    ['bytes=4-', { first: 4, last: 9 }],
    ['bytes=-3', { first: 7, last: 9 }],
    ['bytes=-99', { first: 0, last: 9 }],
    ['bytes=2-99', { first: 2, last: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    [undefined, undefined],
    ['bytes=5-2', undefined],
    ['bytes=-', undefined],
    ['items=0-1', undefined],
    ['bytes=0-1,4-5', undefined],
    ['bytes=0x1-2', undefined],
  ])('reads %s', (header, range) => {
    expect(parseByteRange(header, 10)).toEqual(range)
  })
})
