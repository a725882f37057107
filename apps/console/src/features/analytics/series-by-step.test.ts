import { expect, it } from 'vitest'
import { seriesByStep } from './series-by-step.ts'
import { stepsOf } from './time-steps.ts'

const report = { standardError: 0, hasOther: false, rowCount: 2 }
const steps = stepsOf({ start: '2026-11-19', end: '2026-11-21' }, 'day')

it('has zeros for days without a row, and a line for each metric', () => {
  const series = seriesByStep(
    {
      ...report,
      dimensions: ['date'],
      metrics: ['a', 'b'],
      rows: [
        { keys: ['20261121'], values: [3, 30] },
        { keys: ['20261119'], values: [1, 10] },
      ],
    },
    steps,
    undefined,
    ['A', 'B'],
  )
  expect(series).toEqual([
    { name: 'A', values: [1, 0, 3] },
    { name: 'B', values: [10, 0, 30] },
  ])
})

it('lays the steps compared with over those of the range', () => {
  const past = { name: 'before', steps: stepsOf({ start: '2026-11-16', end: '2026-11-18' }, 'day') }
  const series = seriesByStep(
    {
      ...report,
      dimensions: ['date', 'dateRange'],
      metrics: ['a'],
      rows: [
        { keys: ['20261120', 'now'], values: [5] },
        { keys: ['20261116', 'before'], values: [7] },
      ],
    },
    steps,
    past,
    ['A'],
  )
  expect(series).toEqual([
    { name: 'A', values: [0, 5, 0] },
    { name: 'before', values: [7, 0, 0] },
  ])
})
