import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startSweeps } from './sweeps.ts'

const HOUR_MS = 60 * 60 * 1000
const projects = {
  list: async () =>
    ['first-app', 'second-app', 'third-app'].map((id) => ({ id, name: id, number: '123456789012', createdAt: 0 })),
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('goes through all projects a minute after the start and each hour, whatever happens in one of them', async () => {
  const swept: string[] = []
  const failed: unknown[] = []
  const log = { info() {}, warn() {}, error: (fields: object) => void failed.push(fields) }
  const sweep = async (project: string): Promise<void> => {
    swept.push(project)
    if (project === 'second-app') throw new Error('a broken store')
  }
  const stop = startSweeps('things', sweep, { projects, log, sweepsMayRun: () => true })
  await vi.advanceTimersByTimeAsync(59_000)
  expect(swept).toEqual([])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(swept).toEqual(['first-app', 'second-app', 'third-app'])
  expect(failed).toMatchObject([{ project: 'second-app' }])
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(swept).toHaveLength(6)
  await stop()
  await vi.advanceTimersByTimeAsync(10 * HOUR_MS)
  expect(swept).toHaveLength(6)
})

it('stops after the project that it is at', async () => {
  const swept: string[] = []
  const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>()
  const sweep = async (project: string): Promise<void> => {
    swept.push(project)
    await isHeld
  }
  const log = { info() {}, warn() {}, error() {} }
  const stop = startSweeps('things', sweep, { projects, log, sweepsMayRun: () => true })
  await vi.advanceTimersByTimeAsync(HOUR_MS / 2)
  const stopped = stop()
  letGo()
  await stopped
  expect(swept).toEqual(['first-app'])
})
