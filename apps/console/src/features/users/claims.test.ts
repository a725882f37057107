import { describe, expect, it } from 'vitest'
import { claimsCharactersMax } from '@hearth/model/claims'
import { compactClaims, sizeOfClaims, validateClaims } from './claims.ts'

describe('claims', () => {
  it.each(['', '  ', '{}', '{"role":"editor"}', '{\n  "plan": { "seats": 3 }\n}'])('may be %j', (text) => {
    expect(validateClaims(text)).toBeUndefined()
  })

  it.each([
    ['{', 'Line 1, column 2: The text ends before its }'],
    ['{"plan": pro}', 'Line 1, column 10: This is not a value. A text stands in double quotes.'],
    ['{\n  "plan": "pro"\n  "seats": 3\n}', 'Line 3, column 3: Here should be a comma or }'],
    ['{"a": 1, "a": 2}', 'Line 1, column 10: The field a is there twice.'],
    ['{} x', 'Line 1, column 4: The JSON ends before this.'],
    ['[]', /^Line 1, column 1: Claims are a JSON object/],
    [' "text"', /^Line 1, column 2: Claims are a JSON object/],
    ['null', /^Line 1, column 1: Claims are/],
    ['7', /^Line 1, column 1: Claims are/],
    ['{"sub":"x"}', /^Line 1, column 2: The name “sub” is the token’s own/],
    ['{\n  "plan": "pro",\n  "firebase": {}\n}', /^Line 3, column 3: The name “firebase” is/],
    ['{"hearth_role":"owner"}', /^Line 1, column 2: The name “hearth_role” is/],
  ])('may not be %j', (text, problem) => {
    expect(validateClaims(text)).toMatch(problem)
  })

  it('are counted without the spaces that people read them by', () => {
    expect(sizeOfClaims('{\n  "a": 1\n}')).toBe(7)
    expect(compactClaims('{ "a": 1 }')).toBe('{"a":1}')
    expect(compactClaims('')).toBe('{}')
  })

  it('have a limit', () => {
    expect(validateClaims(JSON.stringify({ a: 'x'.repeat(claimsCharactersMax - 8) }))).toBeUndefined()
    expect(validateClaims(JSON.stringify({ a: 'x'.repeat(claimsCharactersMax - 7) }))).toBeTypeOf('string')
  })
})
