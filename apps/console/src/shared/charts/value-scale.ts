export interface ValueScale {
  /** What stands at the upper end. */
  readonly top: number
  /** Evenly from nothing to the top. */
  readonly ticks: readonly number[]
}

/** A round step is one of these times a power of ten. */
const roundSteps = [1, 2, 2.5, 5, 10]

/**
 * The axis of values from nothing up to `max`: three or four round steps, five at most, of which a third is empty at most. Without a `unit`
 * values are counts, whose ticks are whole.
 *
 * @param unit what a round number has to be of, such as 60 for minutes where values are seconds
 */
export function valueScale(max: number, unit?: number): ValueScale {
  const isWhole = unit === undefined
  const of = unit ?? 1
  const highest = Math.max(0, max) / of
  if (highest === 0 || (isWhole && highest <= 1)) return scaleOf(1, 1, of)
  if (isWhole && highest <= 2) return scaleOf(2, 1, of)
  const power = 10 ** Math.floor(Math.log10(highest / 5))
  const fitting = [power, power * 10]
    .flatMap((one) => roundSteps.map((round) => round * one))
    .filter((step) => !isWhole || Number.isInteger(step))
    .map((step) => ({ step, count: Math.ceil(highest / step - 1e-9) }))
  const [best] = [...atMost(fitting, 4), ...atMost(fitting, 5)]
  return best === undefined ? scaleOf(1, highest, of) : scaleOf(best.count, best.step, of)
}

interface Steps {
  readonly step: number
  readonly count: number
}

/** Of three steps and as many as that, the one that leaves the least empty. */
function atMost(all: readonly Steps[], most: number): readonly Steps[] {
  return all
    .filter(({ count }) => count >= 3 && count <= most)
    .toSorted((one, other) => one.step * one.count - other.step * other.count || other.count - one.count)
}

function scaleOf(count: number, step: number, of: number): ValueScale {
  const ticks = Array.from({ length: count + 1 }, (_, at) => at * step * of)
  return { top: count * step * of, ticks }
}

/** What a time in seconds is said in. */
export function unitOfSeconds(seconds: number): number {
  if (seconds < 90) return 1
  return seconds < 5400 ? 60 : 3600
}
