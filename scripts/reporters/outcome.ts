import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export interface NamedTest {
  /** Relative to the root of the tests. */
  readonly file: string
  /** With the names of its suites; empty for a file that could not be loaded. */
  readonly name: string
  /** The first line of its first error. */
  readonly error: string
}

/** What came of the tests of a run, as `scripts/report-outcomes.mjs` prints it. */
export interface Outcome {
  readonly passed: number
  readonly failures: readonly NamedTest[]
  /** Tests that passed on their second try, with the error of the first. */
  readonly secondTries: readonly NamedTest[]
}

/** Writes the outcome to the file that `HEARTH_TEST_OUTCOME` names; without it, nowhere. */
export function writeOutcome(outcome: Outcome): void {
  const file = process.env.HEARTH_TEST_OUTCOME
  if (file === undefined) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(outcome))
}

export function firstLine(message: string | undefined): string {
  return (
    stripVTControlCharacters(message ?? '')
      .trim()
      .split('\n', 1)[0] || 'an error without words'
  )
}
