import { expect, it } from 'vitest'
import type { ListedRequest } from '../../shared/requests/list-requests.ts'
import { happeningOf, isUpload, shownMax } from './happening.ts'

const at = (second: number): string => new Date(Date.UTC(2026, 10, 22, 12, 0, second)).toISOString()

function request(second: number, changes: Partial<ListedRequest> = {}): ListedRequest {
  return {
    id: String(second),
    time: at(second),
    service: 'documents',
    operation: 'get',
    path: 'a/b',
    caller: { kind: 'visitor' },
    verdict: 'allowed',
    ...changes,
  }
}

const signIn = (second: number) => ({
  id: `s${second}`,
  at: at(second),
  uid: 'ada',
  provider: 'password',
  isFirst: false,
  email: null,
  displayName: null,
})
const event = (second: number) => ({ id: `e${second}`, name: 'screen_view', receivedAt: at(second) })

it('puts what happened in the order of time, the newest first', () => {
  const all = happeningOf([request(50), request(30)], [signIn(40)], [event(20), event(60)])
  expect(all.map(({ key }) => key)).toEqual(['event/e60', 'request/50', 'sign-in/s40', 'request/30', 'event/e20'])
})

it('shows what is seldom beside many requests', () => {
  const many = Array.from({ length: 50 }, (_, back) => request(59 - back))
  const all = happeningOf(many, [signIn(3), signIn(2), signIn(1)], [event(0)])
  expect(all).toHaveLength(shownMax)
  expect(all.map(({ key }) => key)).toEqual([
    'request/59',
    'request/58',
    'request/57',
    'request/56',
    'request/55',
    'sign-in/s3',
    'sign-in/s2',
    'event/e0',
  ])
})

it('knows an upload from other requests', () => {
  expect(isUpload(request(1, { service: 'files', operation: 'create' }))).toBe(true)
  expect(isUpload(request(1, { service: 'files', operation: 'create', verdict: 'denied' }))).toBe(false)
  expect(isUpload(request(1, { service: 'files', operation: 'get' }))).toBe(false)
  expect(isUpload(request(1, { operation: 'create' }))).toBe(false)
})
