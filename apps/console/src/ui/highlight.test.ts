import fc from 'fast-check'
import { expect, it } from 'vitest'
import { highlight } from './highlight.ts'

it('colours keywords, strings and comments', () => {
  const found = highlight("import { a } from 'b' // the one line").filter(({ kind }) => kind !== 'plain')
  expect(found).toEqual([
    { text: 'import', kind: 'keyword' },
    { text: 'from', kind: 'keyword' },
    { text: "'b'", kind: 'string' },
    { text: '// the one line', kind: 'comment' },
  ])
})

it('takes an address in a string for a string', () => {
  expect(highlight("'https://hearth.example.com'")).toEqual([{ text: "'https://hearth.example.com'", kind: 'string' }])
})

it('loses no character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (code) => {
      expect(
        highlight(code)
          .map(({ text }) => text)
          .join(''),
      ).toBe(code)
    }),
  )
})
