import { expect, it } from 'vitest'
import { lastContactOf } from './last-contact.ts'

const time = (second: number): string => new Date(Date.UTC(2026, 10, 22, 12, 0, second)).toISOString()
const at = (second: number): number => Date.parse(time(second))
const nothing = { signIns: [], events: [], lastCall: undefined }
const lastCall = { at: time(5), operation: 'accounts:signUp', refused: 'WEAK_PASSWORD' }
const event = { id: 'e', name: 'screen_view', receivedAt: time(9) }

it('counts what was refused and what was only reported as a sign of an app, the last of all', () => {
  expect(lastContactOf(undefined, nothing)).toBeUndefined()
  expect(lastContactOf(undefined, { ...nothing, lastCall })).toEqual({ at: at(5), refused: 'WEAK_PASSWORD' })
  expect(lastContactOf(undefined, { ...nothing, lastCall, events: [event] })).toEqual({ at: at(9), refused: undefined })
})
