import { expect, it } from 'vitest'
import { labelPlaces } from './label-places.ts'

const along = (count: number, width: number) => Array.from({ length: count }, (_, at) => (at * width) / (count - 1))

it('labels every third of 28 days on a desk, the first and the last among them', () => {
  expect(labelPlaces(along(28, 1060), 1060, 50)).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24, 27])
})

it('labels few of them on a phone', () => {
  expect(labelPlaces(along(28, 300), 300, 44)).toEqual([0, 9, 18, 27])
})

it('prefers fewer that are even to more that are not', () => {
  expect(labelPlaces(along(28, 590), 590, 50)).toEqual([0, 9, 18, 27])
  expect(labelPlaces(along(30, 590), 590, 50)).toEqual([0, 6, 12, 17, 23, 29])
})

it('never lets two labels touch, whatever the width, and has them a step apart at most', () => {
  for (let count = 2; count < 400; count += 3) {
    for (const width of [120, 300, 740, 1200]) {
      const places = along(count, width)
      const labelled = labelPlaces(places, width, 48)
      const gaps = labelled.slice(1).map((at, before) => at - (labelled[before] ?? 0))
      expect(Math.max(0, ...gaps) - Math.min(...gaps, count)).toBeLessThanOrEqual(1)
      const spans = labelled.map((at) => Math.min(Math.max((places[at] ?? 0) - 24, 0), width - 48))
      expect(spans.every((left, at) => at === 0 || left - (spans[at - 1] ?? 0) >= 48)).toBe(true)
    }
  }
})

it('labels a single point', () => {
  expect(labelPlaces([50], 100, 40)).toEqual([0])
})
