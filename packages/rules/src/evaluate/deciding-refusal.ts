import type { PatternSegment } from '../syntax/ast.ts'
import type { Refusal } from './decide.ts'

/**
 * Of the `allow`s that did not grant the one that a person means: the last in the block that is most about the path, such as
 * `/orders/{order}` before `/{document=**}`. Undefined when no block covers it.
 */
export function decidingRefusal(refusals: readonly Refusal[]): Refusal | undefined {
  const most = Math.max(...refusals.map(({ pattern }) => aboutness(pattern)))
  return refusals.findLast(({ pattern }) => aboutness(pattern) === most)
}

/** How much a pattern is about the paths that it covers: more for each segment that is named; any pattern with a glob is less than one without. */
export function aboutness(pattern: readonly PatternSegment[]): number {
  const named = pattern.filter(({ kind }) => kind === 'literal').length
  return pattern.some(({ kind }) => kind === 'glob') ? named - segmentsMax : named
}

/** More than any path has. */
const segmentsMax = 1000
