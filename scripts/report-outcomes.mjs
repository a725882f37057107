/** The end of a run: what failed and what needed a second try, by name, for whoever has the last lines of the output only. */
import { existsSync, readFileSync, rmSync } from 'node:fs'

/** The most that are named of each kind; the output above has all. */
const namedMax = 100

/**
 * Runs a program of tests whose reporter writes its outcome to the file (`scripts/reporters/outcome.ts`). One that leaves no outcome, or ends with an
 * error and names no failure, is a failure itself.
 *
 * @returns the outcome
 */
export async function withOutcome(file, what, run) {
  rmSync(file, { force: true })
  const { code, output } = await run({ HEARTH_TEST_OUTCOME: file })
  const outcome = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { passed: 0, failures: [], secondTries: [] }
  if (outcome.failures.length === 0 && (code !== 0 || outcome.passed === 0)) {
    outcome.failures.push({
      file: what,
      name: '',
      error: `ended with code ${code} after ${outcome.passed} passed tests`,
    })
  }
  return { ...outcome, output }
}

/** The lists as text, and `N passed, N failed` as its last line. */
export function describeOutcomes(outcomes) {
  const failures = outcomes.flatMap((outcome) => outcome.failures)
  const secondTries = outcomes.flatMap((outcome) => outcome.secondTries)
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  return [
    ...describe('Needed a second try', secondTries),
    ...describe('Failed', failures),
    `${passed} passed, ${failures.length} failed\n`,
  ].join('')
}

function describe(title, tests) {
  if (tests.length === 0) return []
  const rest = tests.length - namedMax
  return [
    `\n${title}:\n`,
    ...tests
      .slice(0, namedMax)
      .map(({ file, name, error }) => `  ${name ? `${file} > ${name}` : file}\n    ${error}\n`),
    ...(rest > 0 ? [`  and ${rest} more\n`] : []),
    '\n',
  ]
}
