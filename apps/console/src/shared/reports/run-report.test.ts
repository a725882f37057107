import { describe, expect, it } from 'vitest'
import { changeOf, comparedRows } from './run-report.ts'

const report = { metrics: ['eventCount'], standardError: 0, hasOther: false, rowCount: 3 }

describe('rows of two ranges', () => {
  it('meet by their dimensions, and count as zero where they were not', () => {
    const rows = comparedRows({
      ...report,
      dimensions: ['eventName', 'dateRange'],
      rows: [
        { keys: ['login', 'now'], values: [12] },
        { keys: ['sign_up', 'before'], values: [3] },
        { keys: ['login', 'before'], values: [9] },
      ],
    })
    expect(rows).toEqual([
      { keys: ['login'], now: [12], before: [9] },
      { keys: ['sign_up'], now: [0], before: [3] },
    ])
  })

  it('have nothing before them without a comparison', () => {
    expect(comparedRows({ ...report, dimensions: ['eventName'], rows: [{ keys: ['login'], values: [1] }] })).toEqual([
      { keys: ['login'], now: [1], before: undefined },
    ])
  })

  it('change by a share of what was', () => {
    expect(changeOf(110, 100)).toBeCloseTo(0.1)
    expect(changeOf(5, 0)).toBeUndefined()
  })
})
