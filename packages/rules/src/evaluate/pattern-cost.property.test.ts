import fc from 'fast-check'
import { RE2JS } from 're2js'
import { expect, test } from 'vitest'
import { compilePattern } from './prepared-patterns.ts'
import { patternCost } from './pattern-cost.ts'

const pieces =
  String.raw`a~b~é~.~\d~\.~\pL~\p{Greek}~[a-z]~[^a]~[]a]~[a-]~[[:alpha:]]~[\]a-z]~[\x00-\x{ff}]~\x{e9}~\x41~\Qa{2}\E~(~(?:~(?i)~(?P<n>~)~)~)~|~*~+~?~*?~{2}~{0,3}~{2,}~{1,4}~{0}~{,2}~{~^~$~\b~(|`.split(
    '~',
  )

test('a pattern never compiles to more instructions than were counted before', () => {
  let compiled = 0
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 14 }), (parts) => {
      const text = parts.join('')
      const pattern = compilePattern(text)
      if (!(pattern instanceof RE2JS)) return
      compiled += 1
      expect(pattern.programSize()).toBeLessThanOrEqual(patternCost(text))
    }),
    { numRuns: 3_000 },
  )
  expect(compiled).toBeGreaterThan(300)
})

test('what repeats inside of what repeats is multiplied', () => {
  expect(patternCost('((a{10}){10}){10}')).toBeGreaterThan(1_000)
  expect(patternCost('(((((a{99}){99}){99}){99}){99})')).toBeGreaterThan(1e9)
})

test('what repeats behind flags alone repeats what stands before them', () => {
  for (const text of ['(|a){2}(?i){1,4}', 'a{30}(?i){30}', '(a{9}){9}(?s)(?i){9}']) {
    const pattern = compilePattern(text)
    if (!(pattern instanceof RE2JS)) throw new Error(`${text} is no pattern`)
    expect(pattern.programSize(), text).toBeLessThanOrEqual(patternCost(text))
  }
})

test('patterns of every day cost little', () => {
  expect(patternCost('^[a-z0-9._%+-]+@[a-z0-9.-]+\\.[a-z]{2,}$')).toBeLessThan(100)
  expect(patternCost('(?i)[а-яё]{2,40}')).toBeLessThan(150)
  expect(patternCost('^.{0,1000}$')).toBeLessThan(2_100)
})

test('ranges and classes count for what the other case of their letters takes to find', () => {
  expect(patternCost('[Ā-\u{10fffe}]')).toBeLessThan(10)
  expect(patternCost('(?i)[Ā-\u{10fffe}]')).toBeGreaterThan(5_000)
  expect(patternCost('(?i)[\\x{100}-\\x{10fffe}]')).toBeGreaterThan(5_000)
  expect(patternCost(`(?i)[\\x{${'0'.repeat(60)}100}-\\x{${'0'.repeat(60)}10fffe}]`)).toBeGreaterThan(5_000)
  expect(patternCost('(?i)\\PL')).toBeGreaterThan(patternCost('\\PL'))
})
