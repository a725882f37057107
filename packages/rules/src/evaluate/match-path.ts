import type { PatternSegment } from '../syntax/ast.ts'
import { PathValue } from '../values/rule-value.ts'
import type { Operand } from './failure.ts'

/**
 * What a pattern captures of a path, in its order; undefined when it does not cover all of the path. A glob takes as
 * little as it can; in version 1 at least one segment.
 */
export function matchPath(
  pattern: readonly PatternSegment[],
  path: readonly string[],
  version: 1 | 2,
): Operand[] | undefined {
  let globs = 0
  for (const { kind } of pattern) if (kind === 'glob') globs++
  if (globs === 0 ? pattern.length !== path.length : pattern.length - (version === 2 ? globs : 0) > path.length) {
    return undefined
  }
  const captures: Operand[] = []
  return matchFrom(pattern, 0, path, 0, version, captures) ? captures : undefined
}

function matchFrom(
  pattern: readonly PatternSegment[],
  from: number,
  path: readonly string[],
  at: number,
  version: 1 | 2,
  captures: Operand[],
): boolean {
  for (let i = from; i < pattern.length; i++) {
    const segment = pattern[i]
    if (segment === undefined) return false
    if (segment.kind === 'glob') return matchGlob(pattern, i, path, at, version, captures)
    const text = path[at]
    if (text === undefined || (segment.kind === 'literal' && segment.text !== text)) return false
    if (segment.kind === 'capture') captures.push(text)
    at++
  }
  return at === path.length
}

function matchGlob(
  pattern: readonly PatternSegment[],
  globAt: number,
  path: readonly string[],
  at: number,
  version: 1 | 2,
  captures: Operand[],
): boolean {
  const captured = captures.length
  for (let end = version === 1 ? at + 1 : at; end <= path.length; end++) {
    captures.push(new PathValue(path.slice(at, end)))
    if (matchFrom(pattern, globAt + 1, path, end, version, captures)) return true
    captures.length = captured
  }
  return false
}
