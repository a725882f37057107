/** `npm test`: installs, brings a browser, and runs everything. Its last lines name what failed; the very last is `N passed, N failed`. */
import { runChecks } from './check.mjs'
import { ensureBrowser } from './ensure-browser.mjs'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { describeOutcomes } from './report-outcomes.mjs'

const outcomes = []
try {
  await ensureInstalled()
  // Its imports are installed only now.
  const { runIntegration, runPlaywright, runVitest } = await import('./check-steps.mjs')
  await ensureBrowser()
  await part('checks and unit tests', runChecks)
  await ensureBuilt()
  await part('integration tests', async () => [await runIntegration()])
  await part('component tests', async () => [await runVitest(['component'], { quiet: false })])
  await part('browser tests', async () => [await runPlaywright()])
} catch (error) {
  process.stderr.write(`${error.stack}\n`)
  outcomes.push({ passed: 0, failures: [{ file: 'npm test', name: '', error: error.message }], secondTries: [] })
}
process.stdout.write(describeOutcomes(outcomes))
process.exitCode = outcomes.every(({ failures }) => failures.length === 0) ? 0 : 1

async function part(name, run) {
  process.stdout.write(`\n== ${name}\n`)
  outcomes.push(...(await run()))
}
