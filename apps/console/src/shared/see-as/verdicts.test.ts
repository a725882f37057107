import type { JudgedRows } from '@hearth/api'
import { expect, it, vi } from 'vitest'
import { type Judged, Verdicts } from './verdicts.ts'

const rowsOf = (paths: readonly string[], state: unknown = 1): Judged[] => paths.map((path) => ({ path, state }))
const pathsTo = (count: number): string[] => Array.from({ length: count }, (_, at) => `a/${at}`)

function answerTo(paths: readonly string[], isAllowed = true): JudgedRows {
  return { rules: 'published', isKnown: true, rows: paths.map((path) => ({ path, isAllowed, locked: ['b'] })) }
}

it('asks for a page at a time, and for the rest of one that was cut', async () => {
  const asked: number[] = []
  const verdicts = new Verdicts(async (paths) => {
    asked.push(paths.length)
    return answerTo(paths.slice(0, 30))
  })
  verdicts.subscribe(() => undefined)
  verdicts.want(rowsOf(pathsTo(70)))
  await expect.poll(() => verdicts.getSnapshot().byPath.size).toBe(70)
  expect(asked).toEqual([50, 40, 10])
})

it('judges what has changed again, and keeps the verdict that is the same', async () => {
  const ask = vi.fn(async (paths: readonly string[]) => answerTo(paths))
  const verdicts = new Verdicts(ask)
  verdicts.subscribe(() => undefined)
  verdicts.want(rowsOf(['a/1', 'a/2']))
  await expect.poll(() => verdicts.getSnapshot().byPath.size).toBe(2)
  const before = verdicts.getSnapshot().byPath.get('a/1')
  verdicts.want([...rowsOf(['a/1'], 2), ...rowsOf(['a/2'])])
  await expect.poll(() => ask.mock.calls.at(-1)?.[0], { timeout: 3_000 }).toEqual(['a/1'])
  expect(verdicts.getSnapshot().byPath.get('a/1')).toBe(before)
})

it('asks nothing more after a failure, until somebody wants it', async () => {
  let isDown = true
  const verdicts = new Verdicts(async (paths) => {
    if (isDown) throw new Error('down')
    return answerTo(paths, false)
  })
  verdicts.subscribe(() => undefined)
  verdicts.want(rowsOf(['a/1']))
  await expect.poll(() => verdicts.getSnapshot().error).toEqual(new Error('down'))
  isDown = false
  verdicts.retry()
  await expect.poll(() => verdicts.getSnapshot().byPath.get('a/1')?.isAllowed).toBe(false)
})

it('ends what is under way when nobody listens any more', async () => {
  const signals: AbortSignal[] = []
  const verdicts = new Verdicts(async (_paths, signal) => {
    signals.push(signal)
    return await new Promise<JudgedRows>(() => undefined)
  })
  const stop = verdicts.subscribe(() => undefined)
  verdicts.want(rowsOf(['a/1']))
  await expect.poll(() => signals.length).toBe(1)
  stop()
  expect(signals[0]?.aborted).toBe(true)
})
