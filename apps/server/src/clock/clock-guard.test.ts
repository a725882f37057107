import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ClockFile } from './clock-file.ts'
import { ClockGuard } from './clock-guard.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const YEAR_MS = 365 * DAY_MS
const log = { info() {}, warn() {}, error() {} }

let folder: string
let file: ClockFile
let wallMs: number
let steadyMs: number
let guards: ClockGuard[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-clock-'))
  file = new ClockFile(folder)
  wallMs = Date.UTC(2026, 0, 1)
  steadyMs = 5_000
  guards = []
})
afterEach(() => {
  for (const guard of guards) guard.stop()
  rmSync(folder, { recursive: true, force: true })
})

function start(): ClockGuard {
  const guard = new ClockGuard({ clock: { nowMs: () => wallMs, steadyMs: () => steadyMs }, file, log })
  guards.push(guard)
  return guard
}

function pass(ms: number): void {
  wallMs += ms
  steadyMs += ms
}

it('believes a clock that goes with the steady one, however long nobody asked', () => {
  const guard = start()
  for (const ms of [10, MINUTE_MS, 30 * DAY_MS]) {
    pass(ms)
    expect(guard.nowMs()).toBe(wallMs)
    expect(guard.sweepsMayRun()).toBe(true)
  }
})

it.each([YEAR_MS, -YEAR_MS])(
  'goes on by its own time when the clock is set by %d ms, until it is set right',
  (jumpMs) => {
    const guard = start()
    pass(HOUR_MS)
    wallMs += jumpMs
    expect(guard.nowMs()).toBe(wallMs - jumpMs)
    pass(10 * MINUTE_MS)
    expect(guard.nowMs()).toBe(wallMs - jumpMs)
    expect(guard.sweepsMayRun()).toBe(false)
    expect(guard.state).toMatchObject({ doubt: 'jumped', holdsSweeps: true })
    wallMs -= jumpMs
    guard.note()
    expect(guard.nowMs()).toBe(wallMs)
    expect(guard.sweepsMayRun()).toBe(false)
    pass(HOUR_MS)
    expect(guard.sweepsMayRun()).toBe(true)
  },
)

it('follows a clock that is set by a day, and waits an hour before anything is deleted by it', () => {
  const guard = start()
  wallMs += DAY_MS
  expect(guard.nowMs()).toBe(wallMs)
  expect(guard.sweepsMayRun()).toBe(false)
  pass(HOUR_MS)
  expect(guard.sweepsMayRun()).toBe(true)
})

it('deletes nothing after a start a year later until an operator says that the clock is right', () => {
  start().stop()
  wallMs += YEAR_MS
  const guard = start()
  expect(guard.nowMs()).toBe(wallMs)
  pass(30 * DAY_MS)
  expect(guard.state).toMatchObject({ doubt: 'ahead-at-start', holdsSweeps: true })
  file.accept(wallMs)
  guard.note()
  expect(guard.state).toMatchObject({ doubt: undefined, holdsSweeps: false })
})

it('does not take what was said of another time', () => {
  start().stop()
  wallMs += YEAR_MS
  file.accept(wallMs - DAY_MS)
  const guard = start()
  expect(guard.sweepsMayRun()).toBe(false)
})

it('follows a clock that is set right after a start a year ahead', () => {
  start().stop()
  wallMs += YEAR_MS
  const guard = start()
  pass(MINUTE_MS)
  wallMs -= YEAR_MS
  expect(guard.nowMs()).toBe(wallMs)
  pass(HOUR_MS)
  expect(guard.sweepsMayRun()).toBe(true)
})

/** The clock is set by each of these, with an hour between. */
const settings: readonly (readonly [string, readonly number[]])[] = [
  ['ten minutes forward', [10 * MINUTE_MS]],
  ['an hour back', [-HOUR_MS]],
  ['six days back', [-6 * DAY_MS]],
  ['six days forward and back', [6 * DAY_MS, -6 * DAY_MS]],
  ['30 days back and forth', [-30 * DAY_MS, 30 * DAY_MS]],
  ['30 days back, and most of them forth', [-30 * DAY_MS, 24 * DAY_MS]],
]

it.each(settings)('still doubts a clock a year ahead at the start that is set %s', (_what, steps) => {
  const seen = wallMs
  start().stop()
  wallMs += YEAR_MS
  const guard = start()
  for (const step of steps) {
    pass(HOUR_MS)
    wallMs += step
    guard.note()
    pass(2 * HOUR_MS)
    guard.note()
    expect(guard.state).toMatchObject({ holdsSweeps: true })
  }
  expect(guard.state.doubt).toBe('ahead-at-start')
  expect(file.lastSeenMs()).toBe(seen)
  file.accept(wallMs)
  guard.note()
  expect(guard.state).toMatchObject({ doubt: undefined, holdsSweeps: false })
})

it('still doubts a clock behind at the start that is set back by another day', () => {
  const seen = wallMs
  start().stop()
  wallMs -= 10 * DAY_MS
  const guard = start()
  wallMs -= DAY_MS
  pass(2 * HOUR_MS)
  guard.note()
  expect(guard.state).toMatchObject({ doubt: 'behind-at-start', byMs: -11 * DAY_MS, holdsSweeps: true })
  expect(file.lastSeenMs()).toBe(seen)
})

it('follows a clock that is set right in two steps after a start a year ahead', () => {
  start().stop()
  wallMs += YEAR_MS
  const guard = start()
  pass(20 * DAY_MS)
  wallMs -= 30 * DAY_MS
  guard.note()
  expect(guard.state.doubt).toBe('jumped')
  wallMs -= YEAR_MS - 30 * DAY_MS
  expect(guard.nowMs()).toBe(wallMs)
  expect(guard.state).toMatchObject({ doubt: undefined, holdsSweeps: true })
  pass(HOUR_MS)
  expect(guard.sweepsMayRun()).toBe(true)
})

it('keeps the time of a wrong clock out of the folder', () => {
  start().stop()
  const seen = wallMs
  wallMs += YEAR_MS
  start().stop()
  expect(file.lastSeenMs()).toBe(seen)
})

it('believes a clock again that has caught up with the time at which the server was seen', () => {
  start().stop()
  wallMs -= DAY_MS
  const guard = start()
  expect(guard.state.doubt).toBe('behind-at-start')
  pass(2 * DAY_MS)
  expect(guard.state.doubt).toBeUndefined()
})

it('tells of a project whose versions are after the present, until they are not', () => {
  const guard = start()
  guard.compareVersion('demo-app', (wallMs + YEAR_MS) * 1000)
  expect(guard.state.aheadProjects).toEqual(['demo-app'])
  guard.compareVersion('demo-app', wallMs * 1000)
  expect(guard.state.aheadProjects).toEqual([])
})
