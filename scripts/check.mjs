/** `npm run check`: format, lint, types, import rules, dead code and unit tests, all at once. */
import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'
import { ensureInstalled } from './ensure-installed.mjs'
import { describeOutcomes } from './report-outcomes.mjs'

/** Runs every step and says how each went. Resolves with the outcomes of all. */
export async function runChecks() {
  // Looks into the workspaces when it is loaded, which needs them installed.
  const { checkSteps } = await import('./check-steps.mjs')
  const outcomes = []
  const waiting = [...checkSteps]
  const worker = async () => {
    for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
      const startedAt = performance.now()
      const outcome = await step.run()
      outcomes.push(outcome)
      const { passed, failures, output } = outcome
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      const counts = passed + failures.length > 1 ? `, ${passed} passed, ${failures.length} failed` : ''
      process.stdout.write(`${failures.length === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s${counts})\n`)
      if (failures.length > 0) process.stdout.write(`${output.trimEnd()}\n\n`)
    }
  }
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, worker))
  return outcomes
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await ensureInstalled()
    const outcomes = await runChecks()
    process.stdout.write(describeOutcomes(outcomes))
    process.exitCode = outcomes.every(({ failures }) => failures.length === 0) ? 0 : 1
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
