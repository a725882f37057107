import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ClockFile } from './clock-file.ts'
import { ClockGuard } from './clock-guard.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const yearMs = 365 * dayMs
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
  for (const ms of [10, minuteMs, 30 * dayMs]) {
    pass(ms)
    expect(guard.nowMs()).toBe(wallMs)
    expect(guard.sweepsMayRun()).toBe(true)
  }
})

it.each([yearMs, -yearMs])(
  'goes on by its own time when the clock is set by %d ms, until it is set right',
  (jumpMs) => {
    const guard = start()
    pass(hourMs)
    wallMs += jumpMs
    expect(guard.nowMs()).toBe(wallMs - jumpMs)
    pass(10 * minuteMs)
    expect(guard.nowMs()).toBe(wallMs - jumpMs)
    expect(guard.sweepsMayRun()).toBe(false)
    expect(guard.state).toMatchObject({ doubt: 'jumped', holdsSweeps: true })
    wallMs -= jumpMs
    guard.note()
    expect(guard.nowMs()).toBe(wallMs)
    expect(guard.sweepsMayRun()).toBe(false)
    pass(hourMs)
    expect(guard.sweepsMayRun()).toBe(true)
  },
)

it('follows a clock that is set by a day, and waits an hour before anything is deleted by it', () => {
  const guard = start()
  wallMs += dayMs
  expect(guard.nowMs()).toBe(wallMs)
  expect(guard.sweepsMayRun()).toBe(false)
  pass(hourMs)
  expect(guard.sweepsMayRun()).toBe(true)
})

it('deletes nothing after a start a year later until an operator says that the clock is right', () => {
  start().stop()
  wallMs += yearMs
  const guard = start()
  expect(guard.nowMs()).toBe(wallMs)
  pass(30 * dayMs)
  expect(guard.state).toMatchObject({ doubt: 'ahead-at-start', holdsSweeps: true })
  file.accept(wallMs)
  guard.note()
  expect(guard.state).toMatchObject({ doubt: undefined, holdsSweeps: false })
})

it('does not take what was said of another time', () => {
  start().stop()
  wallMs += yearMs
  file.accept(wallMs - dayMs)
  const guard = start()
  expect(guard.sweepsMayRun()).toBe(false)
})

it('follows a clock that is set right after a start a year ahead', () => {
  start().stop()
  wallMs += yearMs
  const guard = start()
  pass(minuteMs)
  wallMs -= yearMs
  expect(guard.nowMs()).toBe(wallMs)
  pass(hourMs)
  expect(guard.sweepsMayRun()).toBe(true)
})

/** The clock is set by each of these, with an hour between. */
const settings: readonly (readonly [string, readonly number[]])[] = [
  ['ten minutes forward', [10 * minuteMs]],
  ['an hour back', [-hourMs]],
  ['six days back', [-6 * dayMs]],
  ['six days forward and back', [6 * dayMs, -6 * dayMs]],
  ['30 days back and forth', [-30 * dayMs, 30 * dayMs]],
  ['30 days back, and most of them forth', [-30 * dayMs, 24 * dayMs]],
]

it.each(settings)('still doubts a clock a year ahead at the start that is set %s', (_what, steps) => {
  const seen = wallMs
  start().stop()
  wallMs += yearMs
  const guard = start()
  for (const step of steps) {
    pass(hourMs)
    wallMs += step
    guard.note()
    pass(2 * hourMs)
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
  wallMs -= 10 * dayMs
  const guard = start()
  wallMs -= dayMs
  pass(2 * hourMs)
  guard.note()
  expect(guard.state).toMatchObject({ doubt: 'behind-at-start', byMs: -11 * dayMs, holdsSweeps: true })
  expect(file.lastSeenMs()).toBe(seen)
})

it('follows a clock that is set right in two steps after a start a year ahead', () => {
  start().stop()
  wallMs += yearMs
  const guard = start()
  pass(20 * dayMs)
  wallMs -= 30 * dayMs
  guard.note()
  expect(guard.state.doubt).toBe('jumped')
  wallMs -= yearMs - 30 * dayMs
  expect(guard.nowMs()).toBe(wallMs)
  expect(guard.state).toMatchObject({ doubt: undefined, holdsSweeps: true })
  pass(hourMs)
  expect(guard.sweepsMayRun()).toBe(true)
})

it('keeps the time of a wrong clock out of the folder', () => {
  start().stop()
  const seen = wallMs
  wallMs += yearMs
  start().stop()
  expect(file.lastSeenMs()).toBe(seen)
})

it('believes a clock again that has caught up with the time at which the server was seen', () => {
  start().stop()
  wallMs -= dayMs
  const guard = start()
  expect(guard.state.doubt).toBe('behind-at-start')
  pass(2 * dayMs)
  expect(guard.state.doubt).toBeUndefined()
})

it('tells of a project whose versions are after the present, until they are not', () => {
  const guard = start()
  guard.compareVersion('demo-app', (wallMs + yearMs) * 1000)
  expect(guard.state.aheadProjects).toEqual(['demo-app'])
  guard.compareVersion('demo-app', wallMs * 1000)
  expect(guard.state.aheadProjects).toEqual([])
})
