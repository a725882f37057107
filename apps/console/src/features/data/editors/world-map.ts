/** What of the world a map shows: degrees, with the north on top. */
export interface MapFrame {
  readonly west: number
  readonly north: number
  readonly width: number
  readonly height: number
}

export interface GeoPoint {
  readonly latitude: number
  readonly longitude: number
}

/** How often a map can be enlarged, each time by `zoomFactor`. */
export const zoomMax = 4
const zoomFactor = 4

/** The part of the world around a point; it never leaves the world. */
export function frameAround({ latitude, longitude }: GeoPoint, zoom: number): MapFrame {
  const width = 360 / zoomFactor ** zoom
  const height = width / 2
  return {
    west: clamp(longitude - width / 2, -180, 180 - width),
    north: clamp(latitude + height / 2, -90 + height, 90),
    width,
    height,
  }
}

/**
 * The point at a place of a frame, as exact as the frame lets one point at it.
 *
 * @param x from the left, as a part of the width
 * @param y from the top, as a part of the height
 */
export function pointAt(frame: MapFrame, x: number, y: number): GeoPoint {
  return rounded({ longitude: frame.west + x * frame.width, latitude: frame.north - y * frame.height }, frame)
}

/** The point further on by steps of a fraction of the frame. */
export function movedBy({ latitude, longitude }: GeoPoint, frame: MapFrame, east: number, north: number): GeoPoint {
  const step = stepOf(frame)
  return rounded({ latitude: latitude + north * step, longitude: longitude + east * step }, frame)
}

/** Where the lines of the grid are: every 30 degrees of the whole world, and finer as the frame gets smaller. */
export function gridLines({ west, north, width, height }: MapFrame): {
  readonly meridians: readonly number[]
  readonly parallels: readonly number[]
} {
  const gap = [30, 10, 5, 1, 0.5, 0.1, 0.05].find((one) => width / one >= 6 && width / one <= 20) ?? width / 12
  return { meridians: multiplesOf(gap, west, west + width), parallels: multiplesOf(gap, north - height, north) }
}

/** A 360th of the frame's width, as a decimal number: 1 degree, 0.1, 0.01. */
function stepOf({ width }: MapFrame): number {
  return 10 ** Math.floor(Math.log10(width / 300))
}

function rounded({ latitude, longitude }: GeoPoint, frame: MapFrame): GeoPoint {
  const digits = Math.max(0, -Math.log10(stepOf(frame)))
  // Plus zero, for nobody points at -0.
  const round = (degrees: number): number => Number(degrees.toFixed(digits)) + 0
  return { latitude: round(clamp(latitude, -90, 90)), longitude: round(clamp(longitude, -180, 180)) }
}

function multiplesOf(gap: number, from: number, to: number): readonly number[] {
  const first = Math.ceil(from / gap)
  return Array.from({ length: Math.floor(to / gap) - first + 1 }, (_, at) => Number(((first + at) * gap).toFixed(6)))
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}
