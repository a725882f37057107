import { expect, it } from 'vitest'
import { inTurn } from './data-source.ts'

it('takes from each list in turn, so that none is crowded out', () => {
  expect(inTurn([['a1', 'a2', 'a3'], [], ['c1', 'c2']])).toEqual(['a1', 'c1', 'a2', 'c2', 'a3'])
  expect(inTurn([])).toEqual([])
})
