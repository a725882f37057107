import { RE2JS } from 're2js'
import { Failure } from './failure.ts'
import { patternCost } from './pattern-cost.ts'

/** Instructions of one pattern of a source. `.{0,1000}` has some 2,000. */
export const INSTRUCTIONS_MAX = 5_000
/** Instructions of all different patterns of the sources of a ruleset. */
export const INSTRUCTIONS_TOGETHER_MAX = 25_000

/** The patterns that sources name, compiled with them, so that no request pays for them. */
export class PreparedPatterns {
  readonly #patterns = new Map<string, Pattern>()
  #instructionsLeft = INSTRUCTIONS_TOGETHER_MAX

  /** Compiles a pattern unless it is known; undefined when it, or all together, would be too large, which is found out without compiling. */
  prepare(text: string): Pattern | undefined {
    const known = this.#patterns.get(text)
    if (known !== undefined) return known
    const cost = patternCost(text)
    if (cost > INSTRUCTIONS_MAX || cost > this.#instructionsLeft) return undefined
    this.#instructionsLeft -= cost
    const pattern = compilePattern(text)
    this.#patterns.set(text, pattern)
    return pattern
  }

  find(text: string): Pattern | undefined {
    return this.#patterns.get(text)
  }
}

/** A pattern in the RE2 dialect, ready to be held against texts in time linear in their length; a failure when it is none. */
export type Pattern = RE2JS | Failure

/** Takes some microseconds for each instruction that comes out: `patternCost` says how many those are at most. */
export function compilePattern(text: string): Pattern {
  try {
    return RE2JS.compile(text)
  } catch (error) {
    if (error instanceof Error) return invalidPattern(text)
    throw error
  }
}

export function invalidPattern(text: string): Failure {
  return new Failure(`Invalid regular expression pattern. Pattern: ${text.slice(0, 200)}.`)
}
