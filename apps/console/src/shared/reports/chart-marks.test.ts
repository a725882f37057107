import { expect, it } from 'vitest'
import { chartMarks, marksOfTimes } from './chart-marks.ts'

const days = ['2026-11-09', '2026-11-10', '2026-11-11']
const sources = { rules: [], versions: [], days, timeZone: 'UTC', project: 'demo-app' }
const at = (time: string) => Date.parse(`2026-11-${time}Z`)

it('marks each day on which rules were published once, and opens the last version of it', () => {
  const marks = chartMarks({
    ...sources,
    rules: [
      { id: 'late', at: at('10T23:30'), isOfFiles: false },
      { id: 'early', at: at('10T08:40'), isOfFiles: true },
      { id: 'files', at: at('11T00:10'), isOfFiles: true },
      { id: 'long-ago', at: at('01T00:00'), isOfFiles: false },
    ],
  })
  expect(marks.map((mark) => [mark.at, mark.href])).toEqual([
    [1, '/projects/demo-app/rules?version=late'],
    [2, '/projects/demo-app/rules?area=files&version=files'],
  ])
  expect(marks[0]?.title).toMatch(/^Rules published 2 times/)
})

it('takes the day of the project’s own time zone', () => {
  const rules = [{ id: 'late', at: at('10T23:30'), isOfFiles: false }]
  expect(chartMarks({ ...sources, timeZone: 'Asia/Tokyo', rules })[0]?.at).toBe(2)
})

it('marks a version of the app that came up among others, and neither the first of all nor none', () => {
  const versions = [
    { version: '2.3.1', firstDay: '2026-11-09' },
    { version: '(not set)', firstDay: '2026-11-10' },
    { version: '2.4.0', firstDay: '2026-11-11' },
    { version: '2.2.0', firstDay: '2026-10-11' },
  ]
  expect(chartMarks({ ...sources, versions }).map(({ label, at: place }) => [label, place])).toEqual([
    ['App 2.3.1', 0],
    ['App 2.4.0', 2],
  ])
  expect(chartMarks({ ...sources, versions: versions.slice(0, 3) }).map(({ label }) => label)).toEqual(['App 2.4.0'])
})

it('marks the minute in which rules were published', () => {
  const begins = [at('10T08:39'), at('10T08:40'), at('10T08:41')]
  const rules = [
    { id: 'one', at: at('10T08:40:59.999'), isOfFiles: false },
    { id: 'before', at: at('10T08:38:59'), isOfFiles: false },
  ]
  expect(marksOfTimes(rules, begins, 60_000, 'demo-app').map((mark) => mark.at)).toEqual([1])
})
