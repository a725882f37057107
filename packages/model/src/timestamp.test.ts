import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatTimestamp, MAX_TIMESTAMP_MICROS, MIN_TIMESTAMP_MICROS, parseTimestamp } from './timestamp.ts'

const micros = fc.bigInt({ min: MIN_TIMESTAMP_MICROS, max: MAX_TIMESTAMP_MICROS })

it('what is written reads as the same instant', () => {
  fc.assert(
    fc.property(micros, (instant) => {
      expect(parseTimestamp(formatTimestamp(instant))).toBe(instant)
    }),
  )
})

it('whole milliseconds are written as the platform writes them', () => {
  fc.assert(
    fc.property(micros, (instant) => {
      const milliseconds = Number(instant / 1000n)
      const expected = new Date(milliseconds).toISOString().replace('.000Z', 'Z')
      expect(formatTimestamp(BigInt(milliseconds) * 1000n)).toBe(expected)
    }),
  )
})

it('numbers and big integers of the same instant are written alike', () => {
  const exact = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })
  fc.assert(
    fc.property(exact, (instant) => {
      expect(formatTimestamp(instant)).toBe(formatTimestamp(BigInt(instant)))
    }),
  )
})

it.each([
  [0n, '1970-01-01T00:00:00Z'],
  [-1n, '1969-12-31T23:59:59.999999Z'],
  [951_827_696_789_000n, '2000-02-29T12:34:56.789Z'],
  [MIN_TIMESTAMP_MICROS, '0001-01-01T00:00:00Z'],
  [MAX_TIMESTAMP_MICROS, '9999-12-31T23:59:59.999999Z'],
])('%s microseconds are %s', (instant, text) => {
  expect(formatTimestamp(instant)).toBe(text)
})
