import type { PatternSegment } from '../syntax/ast.ts'
import { patternText } from '../syntax/path-text.ts'
import type { SourcePosition } from '../syntax/source-position.ts'
import { blocksOf } from './blocks.ts'
import type { Refusal } from './decide.ts'
import { matchPath } from './match-path.ts'
import { RulesSources, type SourceFile } from './rules-sources.ts'
import type { ServiceName } from './scope.ts'

/** A `match` block of a source. */
export interface CoveringBlock {
  readonly fileName: string
  /** Of its `match`. */
  readonly position: SourcePosition
  /** Its own part of the pattern, as it is written: `/orders/{order}`. */
  readonly pattern: string
}

/**
 * Of the blocks that cover a path, whatever they allow, the one that is most about it: the place where a person looks for the `allow` that is
 * missing. `path` is from the root, such as `databases/(default)/documents/users/ada`. Undefined when none covers it, or a source has errors.
 */
export function coveringBlock(
  files: readonly SourceFile[],
  service: ServiceName,
  path: readonly string[],
): CoveringBlock | undefined {
  const { hasErrors, sources } = new RulesSources(files)
  if (hasErrors) return undefined
  const covering = sources.flatMap(({ name, parsed, lines }) =>
    blocksOf(parsed, service)
      .filter(({ isReachable, pattern, version }) => isReachable && matchPath(pattern, path, version) !== undefined)
      .map(({ match, pattern }) => ({ fileName: name, lines, match, weight: aboutness(pattern) })),
  )
  const most = Math.max(...covering.map(({ weight }) => weight))
  const found = covering.findLast(({ weight }) => weight === most)
  return (
    found && {
      fileName: found.fileName,
      position: found.lines.positionOf(found.match.start),
      pattern: patternText(found.match.pattern),
    }
  )
}

/**
 * Of the `allow`s that did not grant the one that a person means: the last in the block that is most about the path, such as
 * `/orders/{order}` before `/{document=**}`. Undefined when no block covers it.
 */
export function decidingRefusal(refusals: readonly Refusal[]): Refusal | undefined {
  const most = Math.max(...refusals.map(({ pattern }) => aboutness(pattern)))
  return refusals.findLast(({ pattern }) => aboutness(pattern) === most)
}

/** How much a pattern is about the paths that it covers: more for each segment that is named; any pattern with a glob is less than one without. */
function aboutness(pattern: readonly PatternSegment[]): number {
  const named = pattern.filter(({ kind }) => kind === 'literal').length
  return pattern.some(({ kind }) => kind === 'glob') ? named - segmentsMax : named
}

/** More than any path has. */
const segmentsMax = 1000
