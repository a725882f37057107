import { RE2JS } from 're2js'
import { Failure } from './failure.ts'

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
