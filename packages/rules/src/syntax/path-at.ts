import type { MatchBlock } from './ast.ts'
import { parseRules } from './parse.ts'
import { patternText } from './path-text.ts'

/**
 * The whole pattern that the blocks around an offset of a source cover, such as
 * `/databases/{database}/documents/users/{uid}`; undefined outside of all blocks.
 */
export function pathAt(source: string, offset: number): string | undefined {
  let matches: readonly MatchBlock[] = parseRules(source).file.services.flatMap((service) => service.matches)
  let path: string | undefined
  for (;;) {
    const around = matches.find(({ start, end }) => start <= offset && offset <= end)
    if (around === undefined) return path
    path = `${path ?? ''}${patternText(around.pattern)}`
    matches = around.matches
  }
}
