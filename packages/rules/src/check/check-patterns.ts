import { Failure } from '../evaluate/failure.ts'
import { INSTRUCTIONS_MAX, INSTRUCTIONS_TOGETHER_MAX, type PreparedPatterns } from '../evaluate/prepared-patterns.ts'
import type { RulesFile } from '../syntax/ast.ts'
import type { Issues } from '../syntax/issue.ts'
import { sourcePatterns } from './source-patterns.ts'

/** Prepares the patterns of a source; refuses those that are none, and those that are too large. */
export function checkPatterns(file: RulesFile, patterns: PreparedPatterns, issues: Issues): void {
  for (const { text, expression, isDirect } of sourcePatterns(file)) {
    const prepared = patterns.prepare(text)
    if (prepared === undefined) {
      const limits = `a pattern compiles to at most ${INSTRUCTIONS_MAX} instructions, all of a ruleset to ${INSTRUCTIONS_TOGETHER_MAX}`
      issues.add(
        'ERROR',
        `Regular expression pattern is too large: ${limits}. Pattern: ${text.slice(0, 200)}.`,
        expression,
      )
    } else if (prepared instanceof Failure && isDirect) {
      // What comes by a name may be no pattern at all.
      issues.add('ERROR', prepared.message, expression)
    }
  }
}
