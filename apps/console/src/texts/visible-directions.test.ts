import { expect, it } from 'vitest'
import { visibleDirections } from './visible-directions.ts'

it('writes out what turns the direction of a name around', () => {
  expect(visibleDirections('\u202Efdp.exe')).toBe(String.raw`\u202Efdp.exe`)
  expect(visibleDirections('a\u202Ab\u2066c\u2069')).toBe(String.raw`a\u202Ab\u2066c\u2069`)
})

it.each(['cat.png', 'חתול.png', 'قطة.pdf', 'a\u200Db', '👩‍💻'])('leaves %s as it is', (name) => {
  expect(visibleDirections(name)).toBe(name)
})
