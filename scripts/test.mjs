/** `npm test`: installs, brings a browser, and runs everything. The last line is `N passed, N failed`. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runChecks } from './check.mjs'
import { ensureBrowser } from './ensure-browser.mjs'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { root } from './pinned-node.mjs'

const total = { passed: 0, failed: 0 }
try {
  await ensureInstalled()
  // Its imports are installed only now.
  const { node, runVitest } = await import('./check-steps.mjs')
  await ensureBrowser()
  await part('checks and unit tests', runChecks)
  await ensureBuilt()
  await part('integration tests', () => runVitest(['integration', 'measured'], { quiet: false }))
  await part('browser tests', () => runPlaywright(node))
} catch (error) {
  total.failed += 1
  process.stderr.write(`${error.message}\n`)
}
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1

async function part(name, run) {
  process.stdout.write(`\n== ${name}\n`)
  const { passed, failed } = await run()
  total.passed += passed
  total.failed += failed
}

async function runPlaywright(node) {
  const report = join(root, '.cache/playwright.json')
  mkdirSync(join(root, '.cache'), { recursive: true })
  rmSync(report, { force: true })
  const environment = { PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const { code } = await node('@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    quiet: false,
    environment,
  })
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { stats } = JSON.parse(readFileSync(report, 'utf8'))
  const failed = stats.unexpected
  if (stats.flaky > 0) process.stdout.write(`${stats.flaky} of the passed browser tests needed their second try\n`)
  return { passed: stats.expected + stats.flaky, failed: failed === 0 && code !== 0 ? 1 : failed }
}
