import { expect, it } from 'vitest'
import { minutesOf, readTimeSpan, spanOfMinutes } from './time-span.ts'

it('takes minutes of this clock as a stretch of time with its last minute, and back', () => {
  const minutes = { since: '2026-11-20T10:14', until: '2026-11-20T10:14' }
  const span = spanOfMinutes(minutes)
  expect(Date.parse(span?.until ?? '') - Date.parse(span?.since ?? '')).toBe(60_000)
  expect(minutesOf(span ?? {})).toEqual(minutes)
  expect(readTimeSpan({ ...span })).toEqual(span)
})

it('leaves an end open where nothing is typed', () => {
  expect(spanOfMinutes({ since: '', until: '' })).toEqual({ since: undefined, until: undefined })
  expect(minutesOf({})).toEqual({ since: '', until: '' })
  expect(spanOfMinutes({ since: '', until: '2026-11-20T10:14' })?.since).toBeUndefined()
})

it('is nothing where the end is before the beginning, and leaves out what is no time', () => {
  expect(spanOfMinutes({ since: '2026-11-20T10:15', until: '2026-11-20T10:14' })).toBeUndefined()
  expect(readTimeSpan({ since: 'yesterday', until: 5 })).toEqual({ since: undefined, until: undefined })
})
