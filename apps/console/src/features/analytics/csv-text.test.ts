import { expect, it } from 'vitest'
import { csvText, withHeader } from './csv-text.ts'

it('quotes what must be and disarms formulas, but no numbers', () => {
  expect(
    csvText([
      ['Day', 'a "b", c'],
      ['=1', -2],
    ]),
  ).toBe(`Day,"a ""b"", c"\r\n'=1,-2\r\n`)
})

it('puts the words of the screen over the columns that the server named', () => {
  expect(withHeader('eventName,eventCount\r\nlogin,3\r\n', ['Event', 'Events'])).toBe('Event,Events\r\nlogin,3\r\n')
  expect(withHeader('a,b\r\n1,2\r\n', ['Only one'])).toBe('a,b\r\n1,2\r\n')
})
