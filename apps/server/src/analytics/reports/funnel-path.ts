/** An event of a user: which event of the funnel it is, and when, in milliseconds. */
export interface Step {
  readonly event: number
  readonly time: number
}

/**
 * How far a user gets through a funnel: the times of the steps of the way that gets farthest; of several the one that is there first.
 * `wanted` is the event of each step; each step is another event than the one before, not earlier, and within `windowMs` of the first.
 * `steps` ascend by time. Only what begins in `[from, to)` counts as a beginning.
 */
export function longestPath(
  steps: readonly Step[],
  wanted: readonly number[],
  windowMs: number,
  range: { from: number; to: number },
): readonly number[] {
  let best: readonly number[] = []
  // For each step the way to it that began last: it leaves the most time for what follows.
  const paths: (readonly number[] | undefined)[] = wanted.map(() => undefined)
  for (const { event, time } of steps) {
    // From the end, so that one event is not two steps.
    for (let index = wanted.length - 1; index >= 0; index--) {
      if (wanted[index] !== event) continue
      const before = index === 0 ? [] : paths[index - 1]
      const start = index === 0 ? time : before?.[0]
      if (before === undefined || start === undefined || time - start > windowMs) continue
      if (index === 0 && (time < range.from || time >= range.to)) continue
      const path = [...before, time]
      paths[index] = path
      if (path.length > best.length) best = path
    }
    if (best.length === wanted.length) break
  }
  return best
}
