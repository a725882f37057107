import { RE2JS } from 're2js'
import { ListValue } from '../values/rule-value.ts'
import type { Spend } from '../values/equality.ts'
import { Failure } from './failure.ts'
import { patternCost } from './pattern-cost.ts'
import { compilePattern, invalidPattern, type Pattern, type PreparedPatterns } from './prepared-patterns.ts'

/** Compiled patterns that are kept of those that conditions compute. */
const KEPT_MAX = 100
/** Of a pattern that a condition computes, in UTF-16 code units. */
const LENGTH_MAX = 1000

/**
 * Units for one character and one instruction of the pattern's program: matching takes time linear in both (RE2). Of long programs,
 * which are those of counted repetitions, few instructions are live at a time.
 */
const UNITS_PER_STEP = 4
const UNITS_PER_STEP_BEYOND = 2
const SHORT_PROGRAM_MAX = 100
/** What it takes to begin anew behind a match. */
const UNITS_PER_MATCH = 80
/** What it takes to put groups into a replacement. */
const UNITS_PER_EXPANSION = 150
/** What compiling costs, whether or not the pattern is kept from an earlier request: a verdict must not depend on others'. */
const UNITS_PER_INSTRUCTION = 250
const UNITS_PER_PATTERN = 2_000

/** The patterns of a ruleset, and those that its conditions compute. */
export class Patterns {
  readonly #prepared: PreparedPatterns
  readonly #kept = new Map<string, Pattern>()

  constructor(prepared: PreparedPatterns) {
    this.#prepared = prepared
  }

  /** Whether all of the text is what the pattern says. */
  matches(pattern: string, text: string, spend: Spend): boolean | Failure {
    const compiled = this.#ready(pattern, text, spend)
    return compiled instanceof Failure ? compiled : compiled.matcher(text).matches()
  }

  /** The pieces between matches; empty ones at the end are left out. */
  split(pattern: string, text: string, spend: Spend): ListValue | Failure {
    const compiled = this.#ready(pattern, text, spend)
    if (compiled instanceof Failure) return compiled
    const matcher = compiled.matcher(text)
    const pieces: string[] = []
    let from = 0
    while (matcher.find()) {
      spend(UNITS_PER_MATCH)
      pieces.push(text.slice(from, matcher.start()))
      from = matcher.end()
    }
    pieces.push(text.slice(from))
    while (pieces.length > 1 && pieces.at(-1) === '') pieces.pop()
    return new ListValue(pieces)
  }

  /** Every match replaced; `$1` in the replacement stands for a group, `$0` for the whole match, `\\x` for x itself. */
  replace(pattern: string, text: string, replacement: string, spend: Spend): string | Failure {
    const compiled = this.#ready(pattern, text, spend)
    if (compiled instanceof Failure) return compiled
    const matcher = compiled.matcher(text)
    const namesGroups = /[$\\]/.test(replacement)
    let replaced = ''
    let from = 0
    while (matcher.find()) {
      if (namesGroups) spend(UNITS_PER_EXPANSION)
      const inserted = namesGroups ? expand(replacement, matcher) : replacement
      if (inserted instanceof Failure) return inserted
      spend(UNITS_PER_MATCH + replacement.length + inserted.length)
      replaced += text.slice(from, matcher.start()) + inserted
      from = matcher.end()
    }
    return replaced + text.slice(from)
  }

  #ready(pattern: string, text: string, spend: Spend): Pattern {
    const compiled = this.#prepared.find(pattern) ?? this.#computed(pattern, spend)
    if (compiled instanceof RE2JS) spend((text.length + 1) * unitsPerCharacter(compiled.programSize()))
    return compiled
  }

  #computed(pattern: string, spend: Spend): Pattern {
    if (pattern.length > LENGTH_MAX) return invalidPattern(pattern)
    spend(UNITS_PER_PATTERN + 10 * pattern.length)
    spend(UNITS_PER_INSTRUCTION * patternCost(pattern))
    let compiled = this.#kept.get(pattern)
    if (compiled === undefined) {
      compiled = compilePattern(pattern)
      if (this.#kept.size >= KEPT_MAX) this.#forgetOldest()
      this.#kept.set(pattern, compiled)
    }
    return compiled
  }

  #forgetOldest(): void {
    for (const oldest of this.#kept.keys()) {
      this.#kept.delete(oldest)
      return
    }
  }
}

function unitsPerCharacter(instructions: number): number {
  const short = Math.min(instructions, SHORT_PROGRAM_MAX)
  return UNITS_PER_STEP * short + UNITS_PER_STEP_BEYOND * (instructions - short)
}

function expand(replacement: string, matcher: Matcher): string | Failure {
  let hasUnknownGroup = false
  // `${name}` names a group too; none of the patterns here has names that the vendor's runtime is known to take.
  const text = replacement.replace(
    /\$(\d|\{)|\\(.)/gs,
    (_whole, digit: string | undefined, escaped: string | undefined) => {
      if (digit === undefined) return escaped ?? ''
      if (Number(digit) <= matcher.groupCount()) return matcher.group(Number(digit)) ?? ''
      hasUnknownGroup = true
      return ''
    },
  )
  return hasUnknownGroup ? new Failure('The replacement names a group that the pattern does not have.') : text
}

type Matcher = ReturnType<RE2JS['matcher']>
