import type { Refusal } from './decide.ts'

/**
 * Of the `allow`s that did not grant the one that a person means: the last in the block that is most about the path, such as
 * `/orders/{order}` before `/{document=**}`. Undefined when no block covers it.
 */
export function decidingRefusal(refusals: readonly Refusal[]): Refusal | undefined {
  const most = Math.max(...refusals.map(aboutness))
  return refusals.findLast((refusal) => aboutness(refusal) === most)
}

/** More for each segment that is named; any pattern with a glob is less than one without. */
function aboutness({ pattern }: Refusal): number {
  const named = pattern.filter(({ kind }) => kind === 'literal').length
  return pattern.some(({ kind }) => kind === 'glob') ? named - segmentsMax : named
}

/** More than any path has. */
const segmentsMax = 1000
