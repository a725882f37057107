/** Between two labels, in pixels. */
const gap = 14

/**
 * Which of the points along an axis have a label: the first and the last, kept inside of it, and so many between them that none
 * touches the next, as evenly as the points allow. Widths are in pixels.
 */
export function labelPlaces(places: readonly number[], width: number, labelWidth: number): readonly number[] {
  const last = places.length - 1
  if (last < 1) return places.map((_, at) => at)
  const step = ((places[last] ?? 0) - (places[0] ?? 0)) / last
  // The first one is kept inside, and so stands nearer to the second.
  const room = Math.max(labelWidth, labelWidth * 1.5 - (places[0] ?? 0)) + gap
  const least = Math.max(1, Math.ceil(room / Math.max(step, 0.001)))
  const stretches = last / (evenly(last, least) ?? last / Math.max(1, Math.floor(last / least)))
  const spanOf = (at: number): readonly [number, number] => {
    const left = Math.min(Math.max((places[at] ?? 0) - labelWidth / 2, 0), width - labelWidth)
    return [left, left + labelWidth]
  }
  const shown = [0]
  let end = spanOf(0)[1]
  const [before] = spanOf(last)
  for (let stretch = 1; stretch < stretches; stretch++) {
    const at = Math.round((stretch * last) / stretches)
    const [left, right] = spanOf(at)
    if (left < end + gap || right + gap > before) continue
    shown.push(at)
    end = right
  }
  return end + gap <= before ? [...shown, last] : shown
}

/** The least number from `least` on, and not far above it, that goes evenly into the whole, three times or more. */
function evenly(whole: number, least: number): number | undefined {
  for (let every = least; every <= least * 2.5 && every * 3 <= whole; every++) if (whole % every === 0) return every
  return undefined
}
