import { patternText } from '../syntax/pattern-text.ts'
import type { SourcePosition } from '../syntax/source-position.ts'
import { blocksOf } from './blocks.ts'
import { aboutness } from './deciding-refusal.ts'
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
