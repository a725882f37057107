/** An event of a user: which steps of the funnel it can be (bit n: step n), and when, in milliseconds. */
export interface Step {
  readonly mask: number
  readonly time: number
}

/**
 * How far a user gets through a funnel: the times of the steps of the way that gets farthest; of several the one that is there first.
 * A funnel has `length` steps; each is another event than the one before, not earlier, and within `windowMs` of the first.
 * `steps` ascend by time. What begins at a time that `mayEnter` refuses does not count.
 */
export function longestPath(
  steps: readonly Step[],
  length: number,
  windowMs: number,
  mayEnter: (time: number) => boolean,
): readonly number[] {
  let best: readonly number[] = []
  // For each step the way to it that began last: it leaves the most time for what follows.
  const paths: (readonly number[] | undefined)[] = Array.from({ length })
  for (const { mask, time } of steps) {
    // From the end, so that one event is not two steps.
    for (let index = length - 1; index >= 0; index--) {
      if ((mask & (1 << index)) === 0) continue
      const before = index === 0 ? [] : paths[index - 1]
      const start = index === 0 ? time : before?.[0]
      if (before === undefined || start === undefined || time - start > windowMs) continue
      if (index === 0 && !mayEnter(time)) continue
      const path = [...before, time]
      paths[index] = path
      if (path.length > best.length) best = path
    }
    if (best.length === length) break
  }
  return best
}
