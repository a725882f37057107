import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Caller } from './caller.ts'
import { CallerWatch } from './caller-watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watching(caller: Caller): { watch: CallerWatch; heard: string[]; stop: () => void } {
  const watch = new CallerWatch({ clock: { nowMs: () => Date.now() }, consoleProject: 'console' })
  const heard: string[] = []
  const stop = watch.watch('demo-app', caller, ({ reason }) => heard.push(reason))
  return { watch, heard, stop }
}

const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds
const user = (seconds: number): Caller => ({
  kind: 'user',
  project: 'demo-app',
  uid: 'ada',
  claims: {},
  authTime: 0,
  expiresAt: inSeconds(seconds),
})

test('a user is over when the token expires', () => {
  const { heard } = watching(user(60))
  vi.advanceTimersByTime(59_000)
  expect(heard).toEqual([])
  vi.advanceTimersByTime(2_000)
  expect(heard).toEqual(['TOKEN_EXPIRED'])
})

test('a user is over when the account is revoked, and only that user of that project, once', () => {
  const { watch, heard } = watching(user(60))
  watch.revoke('demo-app', 'grace')
  watch.revoke('other-app', 'ada')
  expect(heard).toEqual([])
  watch.revoke('demo-app', 'ada')
  watch.revoke('demo-app', 'ada')
  vi.advanceTimersByTime(100_000)
  expect(heard).toEqual(['CREDENTIAL_REVOKED'])
})

test('an operator is over with the account of the console', () => {
  const { watch, heard } = watching({
    kind: 'operator',
    project: 'demo-app',
    uid: 'ada',
    role: 'owner',
    authTime: 0,
    expiresAt: inSeconds(60),
  })
  watch.revoke('demo-app', 'ada')
  expect(heard).toEqual([])
  watch.revoke('console', 'ada')
  expect(heard).toEqual(['CREDENTIAL_REVOKED'])
})

test('who has stopped watching hears nothing, and who has no token is never over', () => {
  const { watch, heard, stop } = watching(user(60))
  stop()
  watch.revoke('demo-app', 'ada')
  const visitor = watching({ kind: 'visitor' })
  visitor.watch.revoke('demo-app', '')
  vi.advanceTimersByTime(100_000)
  expect([...heard, ...visitor.heard]).toEqual([])
})

test('a token that outlives every timer is watched without one', () => {
  const { heard } = watching(user(2 ** 40))
  vi.advanceTimersByTime(1_000_000)
  expect(heard).toEqual([])
})
