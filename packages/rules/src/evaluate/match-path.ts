import type { PatternSegment } from '../syntax/ast.ts'
import { PathValue } from '../values/rule-value.ts'
import type { Operand } from './failure.ts'

/** A path as patterns are held against it: plain texts, or the path of a query, of which parts are open. */
export interface PathReading<Part, Captured> {
  /** Whether a part is, for certain, one segment with that text; any text where none is asked for. */
  isOne(part: Part, text: string | undefined): boolean
  captureOne(part: Part): Captured
  captureMany(parts: readonly Part[]): Captured
}

const texts: PathReading<string, Operand> = {
  isOne: (part, text) => text === undefined || part === text,
  captureOne: (part) => part,
  captureMany: (parts) => new PathValue(parts),
}

/** What a pattern captures of a path, in its order; undefined when it does not cover all of the path. */
export function matchPath(
  pattern: readonly PatternSegment[],
  path: readonly string[],
  version: 1 | 2,
): Operand[] | undefined {
  return matchParts(pattern, path, version, texts)
}

/**
 * Goes over path and pattern once: there is at most one glob in version 2, which takes what the segments behind it leave; in version 1 a glob
 * takes all that is left and at least one part, so that what stands behind it covers nothing.
 */
export function matchParts<Part, Captured>(
  pattern: readonly PatternSegment[],
  path: readonly Part[],
  version: 1 | 2,
  reading: PathReading<Part, Captured>,
): Captured[] | undefined {
  const captures: Captured[] = []
  let glob: { readonly from: number; readonly to: number; readonly index: number } | undefined
  let at = 0
  for (let i = 0; i < pattern.length; i++) {
    const segment = pattern[i]
    if (segment?.kind === 'glob') {
      const taken = takenByGlob(pattern.length - i - 1, path.length - at, version)
      if (taken === undefined) return undefined
      glob = { from: at, to: at + taken, index: captures.length }
      at += taken
      continue
    }
    const part = path[at++]
    if (segment === undefined || part === undefined) return undefined
    if (!reading.isOne(part, segment.kind === 'literal' ? segment.text : undefined)) return undefined
    if (segment.kind === 'capture') captures.push(reading.captureOne(part))
  }
  if (at !== path.length) return undefined
  // What a glob takes is copied once it is certain that the pattern fits.
  if (glob !== undefined) captures.splice(glob.index, 0, reading.captureMany(path.slice(glob.from, glob.to)))
  return captures
}

/** How many of the parts that are left a glob takes; undefined when they are too few. */
function takenByGlob(segmentsBehind: number, partsLeft: number, version: 1 | 2): number | undefined {
  if (version === 1) return segmentsBehind === 0 && partsLeft > 0 ? partsLeft : undefined
  return partsLeft >= segmentsBehind ? partsLeft - segmentsBehind : undefined
}
