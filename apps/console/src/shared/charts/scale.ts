/** The lowest round number whose half is round, too, and that is not below a value; 1 for nothing. */
export function roundTop(value: number): number {
  if (value <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 4, 6, 8, 10].find((one) => one * power >= value) ?? 10
  return step * power
}

/** Where a point stands from left to right, in percent. Bars stand in the middle of their share of the width. */
export function xOf(at: number, count: number, kind: 'line' | 'bars'): number {
  if (kind === 'bars') return ((at + 0.5) / count) * 100
  return count === 1 ? 50 : (at / (count - 1)) * 100
}

/** The path of a line through values from left to right, in a box of 100 by 100. */
export function linePath(values: readonly number[], top: number): string {
  return values
    .map(
      (value, at) =>
        `${at === 0 ? 'M' : 'L'}${round(xOf(at, values.length, 'line'))} ${round(100 - (value / top) * 100)}`,
    )
    .join(' ')
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
