import { expect, test } from 'vitest'
import type { CommittedChanges } from '../document-delta.ts'
import { RecentChanges } from './recent-changes.ts'

function change(version: number, path = 'c/1'): CommittedChanges {
  return { version, deltas: [{ database: 'd', path, before: undefined, after: undefined }] }
}

test('knows the commits after a version', () => {
  const recent = new RecentChanges()
  recent.start([], 10)
  recent.record(change(11, 'c/1'))
  recent.record(change(12, 'c/2'))
  expect(recent.someAfter(10, ({ path }) => path === 'c/1')).toBe(true)
  expect(recent.someAfter(11, ({ path }) => path === 'c/1')).toBe(false)
  expect(recent.someAfter(12, () => true)).toBe(false)
})

test('knows those that readers could not see when it began', () => {
  const recent = new RecentChanges()
  recent.start([change(9), change(10)], 10)
  expect(recent.someAfter(9, () => true)).toBe(true)
  expect(recent.someAfter(8, () => false)).toBe(false)
})

test('says yes for what it does not know', () => {
  const recent = new RecentChanges()
  recent.start([], 10)
  expect(recent.someAfter(9, () => false)).toBe(true)
  for (let version = 11; version <= 20_020; version++) recent.record(change(version))
  expect(recent.someAfter(12, () => false)).toBe(true)
  expect(recent.someAfter(20_000, () => false)).toBe(false)
})
