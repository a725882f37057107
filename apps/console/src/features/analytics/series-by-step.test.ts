import { expect, it } from 'vitest'
import { seriesByDay } from './series-by-day.ts'

const report = { standardError: 0, hasOther: false, rowCount: 2 }
const range = { start: '2026-11-19', end: '2026-11-21' }

it('has zeros for days without a row, and a line for each metric', () => {
  const series = seriesByDay(
    {
      ...report,
      dimensions: ['date'],
      metrics: ['a', 'b'],
      rows: [
        { keys: ['20261121'], values: [3, 30] },
        { keys: ['20261119'], values: [1, 10] },
      ],
    },
    { range },
    ['A', 'B'],
  )
  expect(series).toEqual([
    { name: 'A', values: [1, 0, 3] },
    { name: 'B', values: [10, 0, 30] },
  ])
})

it('lays the days compared with over those of the range', () => {
  const series = seriesByDay(
    {
      ...report,
      dimensions: ['date', 'dateRange'],
      metrics: ['a'],
      rows: [
        { keys: ['20261120', 'now'], values: [5] },
        { keys: ['20261116', 'before'], values: [7] },
      ],
    },
    { range, before: { start: '2026-11-16', end: '2026-11-18' } },
    ['A'],
  )
  expect(series.map(({ values }) => values)).toEqual([
    [0, 5, 0],
    [7, 0, 0],
  ])
})
