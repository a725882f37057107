/** `npm run check`: format, lint, types, import rules, dead code and unit tests, all at once. */
import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'
import { ensureInstalled } from './ensure-installed.mjs'

/** Runs every step and says how each went. Resolves with how many checks passed and failed. */
export async function runChecks() {
  // Looks into the workspaces when it is loaded, which needs them installed.
  const { checkSteps } = await import('./check-steps.mjs')
  const total = { passed: 0, failed: 0 }
  const waiting = [...checkSteps]
  const worker = async () => {
    for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
      const startedAt = performance.now()
      const { passed, failed, output } = await step.run()
      total.passed += passed
      total.failed += failed
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      const counts = passed + failed > 1 ? `, ${passed} passed, ${failed} failed` : ''
      process.stdout.write(`${failed === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s${counts})\n`)
      if (failed > 0) process.stdout.write(`${output.trimEnd()}\n\n`)
    }
  }
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, worker))
  return total
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await ensureInstalled()
    const { passed, failed } = await runChecks()
    process.stdout.write(`${passed} passed, ${failed} failed\n`)
    process.exitCode = failed === 0 ? 0 : 1
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
