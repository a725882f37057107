/** How many colours there are (`--heat-1` to `--heat-5`). */
export const heatSteps = 5

/** Which of five even steps over the data's own range a value is in, from 1; the middle one where all values are the same. */
export function heatStep(value: number, { low, high }: { readonly low: number; readonly high: number }): number {
  if (high <= low) return Math.ceil(heatSteps / 2)
  const share = (value - low) / (high - low)
  return Math.min(heatSteps, Math.max(1, Math.floor(share * heatSteps) + 1))
}
