import { expect, test } from 'vitest'
import { VersionSource } from './version-source.ts'

function sourceAt(clockMs: { now: number }, durable = () => 0): VersionSource {
  return new VersionSource({ nowMs: () => clockMs.now }, durable)
}

test('versions are microseconds of the clock and rise when it stands still or goes back', () => {
  const clock = { now: 1000 }
  const versions = sourceAt(clock)
  expect(versions.allot()).toBe(1_000_000)
  expect(versions.allot()).toBe(1_000_001)
  clock.now = 500
  expect(versions.allot()).toBe(1_000_002)
})

test('versions are above all that the store holds', () => {
  expect(sourceAt({ now: 1 }, () => 5_000_000).allot()).toBe(5_000_001)
})

test('a read is dated now, and nothing is committed at or before that', () => {
  const versions = sourceAt({ now: 1000 })
  expect(versions.readTime(0)).toBe(1_000_000)
  expect(versions.allot()).toBe(1_000_001)
})

test('a read that misses a commit under way is dated before it', () => {
  const clock = { now: 1000 }
  const versions = sourceAt(clock)
  const pending = versions.allot()
  clock.now = 2000
  expect(versions.readTime(0)).toBe(pending - 1)
  expect(versions.readTime(pending)).toBe(2_000_000)
  versions.settle(pending)
  expect(versions.readTime(0)).toBe(2_000_000)
})

test('a read of a time waits for the commits up to it', async () => {
  const versions = sourceAt({ now: 1000 })
  const first = versions.allot()
  const second = versions.allot()
  let isReached = false
  const reached = versions.reach(first).then(() => {
    isReached = true
  })
  versions.settle(second)
  await Promise.resolve()
  expect(isReached).toBe(false)
  versions.settle(first)
  await reached
})

test('a time in the future is refused', async () => {
  await expect(sourceAt({ now: 1000 }).reach(1_000_001)).rejects.toMatchObject({ code: 'invalid-argument' })
})
