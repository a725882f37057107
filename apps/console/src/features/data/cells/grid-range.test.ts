import { expect, it } from 'vitest'
import { boxOf, heldIn, readHeld, sizeOfBox } from './grid-range.ts'

it('says which cells of a row are held, whichever way they were drawn over', () => {
  const box = boxOf({ anchor: { row: 4, column: 3 }, head: { row: 2, column: 1 } })
  expect(sizeOfBox(box)).toBe(9)
  expect([1, 2, 3, 4].map((row) => heldIn(box, row))).toEqual([undefined, '1-3t', '1-3', '1-3b'])
  expect(readHeld('1-12tb')).toEqual({ from: 1, to: 12, isFirst: true, isLast: true })
  const one = { anchor: { row: 2, column: 2 }, head: { row: 2, column: 2 } }
  expect(heldIn(boxOf(one), 2)).toBeUndefined()
})
