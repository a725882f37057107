import fc from 'fast-check'
import { expect, it } from 'vitest'
import { textChanges } from './text-changes.ts'

const texts = fc
  .array(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n'), maxLength: 6 }))
  .map((parts) => parts.join(''))

it('changes lead from one text to the other', () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      let text = before
      for (const { from, to, insert } of textChanges(before, after).toReversed()) {
        text = text.slice(0, from) + insert + text.slice(to)
      }
      expect(text).toBe(after)
    }),
  )
})

it('what both texts have is left alone', () => {
  expect(textChanges('same', 'same')).toEqual([])
  expect(textChanges('{\n  "a": 1,\n  "b": 2\n}', '{\n  "a": 10,\n  "b": 3\n}')).toEqual([
    { from: 10, to: 10, insert: '0' },
    { from: 19, to: 20, insert: '3' },
  ])
  expect(textChanges('{"a": 1}', '{\n  "a": 1\n}')).toEqual([{ from: 1, to: 7, insert: '\n  "a": 1\n' }])
})
