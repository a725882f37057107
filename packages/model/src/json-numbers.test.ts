import { describe, expect, it } from 'vitest'
import { doubleFromJson, integerFromJson, MAX_INT64, MIN_INT64 } from './json-numbers.ts'

describe('a 64-bit integer', () => {
  it.each<[unknown, bigint]>([
    ['1', 1n],
    ['007', 7n],
    ['+1', 1n],
    ['-0', 0n],
    ['1.0', 1n],
    ['1.', 1n],
    ['.0', 0n],
    ['1e3', 1000n],
    ['1E+3', 1000n],
    ['10e-1', 1n],
    ['1.50e1', 15n],
    ['0e99999999', 0n],
    ['-1.0', -1n],
    ['1e18', 10n ** 18n],
    ['9223372036854775807.0', MAX_INT64],
    ['-9.223372036854775808e18', MIN_INT64],
    [7, 7n],
    [1e3, 1000n],
    [-(2 ** 53) + 1, -9007199254740991n],
  ])('%j', (json, integer) => {
    expect(integerFromJson(json)).toBe(integer)
  })

  it.each<unknown>([
    '',
    '-',
    '.',
    'e1',
    ' 1',
    '1 ',
    '1.5',
    '15e-1',
    '1e-1',
    '0x1',
    '1_000',
    '+-1',
    '1e',
    'NaN',
    '1e19',
    '1e99999999',
    '9223372036854775808',
    '1'.repeat(401),
    1.5,
    2 ** 53,
    true,
    null,
  ])('is not %j', (json) => {
    expect(integerFromJson(json)).toBeUndefined()
  })
})

describe('a double', () => {
  it.each<[unknown, number]>([
    [1.5, 1.5],
    ['1.50', 1.5],
    ['+1', 1],
    ['1.', 1],
    ['.5', 0.5],
    ['-0', -0],
    ['1e3', 1000],
    ['1e-400', 0],
    ['Infinity', Infinity],
    ['NaN', NaN],
  ])('%j', (json, number) => {
    expect(doubleFromJson(json)).toBe(number)
  })

  it.each<unknown>(['', '.', ' 1', 'nan', '+Infinity', 'inf', '0x1', '1d', '1e400', Infinity, null, [1]])(
    'is not %j',
    (json) => {
      expect(doubleFromJson(json)).toBeUndefined()
    },
  )
})
