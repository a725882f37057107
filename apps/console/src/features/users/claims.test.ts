import { describe, expect, it } from 'vitest'
import { claimsCharactersMax } from '@hearth/model'
import { compactClaims, sizeOfClaims, validateClaims } from './claims.ts'

describe('claims', () => {
  it.each(['', '  ', '{}', '{"role":"editor"}', '{\n  "plan": { "seats": 3 }\n}'])('may be %j', (text) => {
    expect(validateClaims(text)).toBeUndefined()
  })

  it.each(['{', '[]', '"text"', 'null', '7', '{"sub":"x"}', '{"firebase":{}}', '{"hearth_role":"owner"}'])(
    'may not be %j',
    (text) => {
      expect(validateClaims(text)).toBeTypeOf('string')
    },
  )

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
