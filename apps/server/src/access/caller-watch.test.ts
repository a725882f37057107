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
const user = (seconds: number): Extract<Caller, { kind: 'user' }> => ({
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

test('everybody of a project is over when no token of it counts any more', () => {
  const { watch, heard } = watching(user(60))
  watch.revokeAll('other-app')
  expect(heard).toEqual([])
  watch.revokeAll('demo-app')
  vi.advanceTimersByTime(1)
  expect(heard).toEqual(['CREDENTIAL_REVOKED'])
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

test('a user is over at once whose account was revoked between verification and watching', async () => {
  const watch = new CallerWatch({ clock: { nowMs: () => Date.now() }, consoleProject: 'console' })
  const heard: string[] = []
  watch.revoke('demo-app', 'ada')
  const verifiedAfter = watch.endings
  watch.watch('demo-app', { ...user(60), verifiedAfter }, () => heard.push('revoked before'))
  watch.revoke('demo-app', 'grace')
  watch.revoke('demo-app', 'ada')
  watch.watch('demo-app', { ...user(60), verifiedAfter }, () => heard.push('revoked in between'))
  expect(heard).toEqual(['revoked before'])
  await Promise.resolve()
  expect(heard).toEqual(['revoked before', 'revoked in between'])
})

test('a revocation with a grace that was missed ends when the others end', async () => {
  const watch = new CallerWatch({ clock: { nowMs: () => Date.now() }, consoleProject: 'console' })
  const heard: string[] = []
  const verifiedAfter = watch.endings
  watch.revoke('demo-app', 'ada', 3_000)
  watch.watch('demo-app', { ...user(60), verifiedAfter }, ({ reason }) => heard.push(reason))
  await vi.advanceTimersByTimeAsync(2_900)
  expect(heard).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(heard).toEqual(['CREDENTIAL_REVOKED'])
})

test('an operator is over who left the team between verification and watching', async () => {
  const watch = new CallerWatch({ clock: { nowMs: () => Date.now() }, consoleProject: 'console' })
  const heard: string[] = []
  const verifiedAfter = watch.endings
  watch.revokeOperator('demo-app', 'ada')
  const operator: Caller = {
    kind: 'operator',
    project: 'demo-app',
    uid: 'ada',
    role: 'owner',
    authTime: 0,
    expiresAt: inSeconds(60),
    verifiedAfter,
  }
  watch.watch('demo-app', operator, ({ reason }) => heard.push(reason))
  await Promise.resolve()
  expect(heard).toEqual(['CREDENTIAL_REVOKED'])
})

test('after so many revocations that the first are forgotten, whoever was verified before them has to come back', async () => {
  const watch = new CallerWatch({ clock: { nowMs: () => Date.now() }, consoleProject: 'console' })
  const heard: string[] = []
  const verifiedAfter = watch.endings
  for (let index = 0; index <= 10_001; index++) watch.revoke('demo-app', `user-${index}`)
  watch.watch('demo-app', { ...user(60), verifiedAfter }, ({ reason }) => heard.push(reason))
  watch.watch('demo-app', { ...user(60), verifiedAfter: watch.endings }, () => heard.push('verified after all'))
  await Promise.resolve()
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
