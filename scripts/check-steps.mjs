import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { withMemoryFolder } from './memory-folder.mjs'
import { getPinnedNode, pinnedEnvironment, root } from './pinned-node.mjs'
import { withOutcome } from './report-outcomes.mjs'
import { runProcess } from './run-process.mjs'

/** Below this the import checker has not seen our code, whatever it says. */
const modulesMin = 100

/** What `npm run check` does, all at once. Each step resolves with its outcome (`scripts/reporters/outcome.ts`) and its `output`. */
export const checkSteps = [
  { name: 'format', run: () => tool('format', 'oxfmt/bin/oxfmt', ['--check', '.']) },
  { name: 'lint', run: () => tool('lint', 'oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']) },
  ...projectsToType().map((project) => {
    const name = `types of ${project === '.' ? 'the server' : project}`
    return { name, run: () => tool(name, 'typescript/bin/tsc', ['--project', project]) }
  }),
  { name: 'import rules', run: checkImports },
  { name: 'dead code', run: () => tool('dead code', 'knip/bin/knip.js', ['--no-progress']) },
  { name: 'unit tests', run: () => runVitest(['unit'], { quiet: true }) },
]

const FILES_ASKED_AGAIN_MAX = 10

/** Runs projects of Vitest, or some of their files. Resolves with the outcome of their tests. */
export function runVitest(projects, { quiet, files = [], alone = false }) {
  const words = [
    'run',
    ...files,
    ...projects.map((project) => `--project=${project}`),
    quiet ? '--reporter=dot' : '--reporter=default',
    '--reporter=./scripts/reporters/vitest-outcome.ts',
    '--reporter=json',
    `--outputFile.json=${cacheFile(`vitest-${projects[0]}.json`)}`,
  ]
  return withOutcome(cacheFile(`${projects[0]}-outcome.json`), `the ${projects.join(' and ')} tests`, (environment) =>
    withMemoryFolder((folder) =>
      node('vitest/vitest.mjs', words, {
        quiet,
        environment: {
          ...environment,
          ...folder,
          NODE_COMPILE_CACHE: join(root, '.cache/compile'),
          ...(alone && { HEARTH_TESTS_ALONE: '1' }),
        },
      }),
    ),
  )
}

/**
 * Runs the integration tests, and those that measure. Files that share a process can be in each other's way: one with a failure is asked
 * once more, in a process of its own, and what passes there has needed a second try. Many failures have another cause.
 */
export async function runIntegration() {
  const projects = ['integration', 'measured']
  const first = await runVitest(projects, { quiet: false })
  const files = [...new Set(first.failures.map(({ file }) => file))]
  if (
    files.length === 0 ||
    files.length > FILES_ASKED_AGAIN_MAX ||
    files.some((file) => !existsSync(join(root, file)))
  ) {
    return first
  }
  const second = await runVitest(projects, { quiet: false, files, alone: true })
  const stillFails = ({ file, name }) => second.failures.some((one) => one.file === file && one.name === name)
  const mended = first.failures.filter((failure) => !stillFails(failure))
  return {
    passed: first.passed + mended.length,
    failures: second.failures,
    secondTries: [...first.secondTries, ...mended],
  }
}

/** Runs the browser tests. Resolves with their outcome. */
export function runPlaywright() {
  const words = ['test', '--reporter=list,json,./scripts/reporters/playwright-outcome.ts']
  return withOutcome(cacheFile('browser-outcome.json'), 'the browser tests', (environment) =>
    withMemoryFolder((folder) =>
      node('@playwright/test/cli.js', words, {
        quiet: false,
        environment: { ...environment, ...folder, PLAYWRIGHT_JSON_OUTPUT_NAME: cacheFile('playwright.json') },
      }),
    ),
  )
}

/** Runs a tool of node_modules with the pinned Node. */
export function node(file, words, { quiet, environment = {} }) {
  return runProcess(getPinnedNode(), [join(root, 'node_modules', file), ...words], {
    environment: { ...pinnedEnvironment(), ...(quiet && { NO_COLOR: '1' }), ...environment },
    quiet,
  })
}

async function tool(name, file, words) {
  const { code, output } = await node(file, words, { quiet: true })
  return code === 0 ? { passed: 1, failures: [], secondTries: [], output } : failed(name, output)
}

async function checkImports() {
  const words = ['--config', '.dependency-cruiser.mjs', '--output-type', 'err-long', 'apps', 'packages']
  const result = await tool('import rules', 'dependency-cruiser/bin/dependency-cruiser.mjs', words)
  const modules = Number(/(\d+) modules/.exec(result.output)?.[1] ?? 0)
  if (modules >= modulesMin) return result
  const sentence = `The import checker saw ${modules} modules; there are at least ${modulesMin}, so it did not see the code.`
  return failed('import rules', `${sentence}\n${result.output}`)
}

function failed(name, output) {
  const error = output.trim().split('\n', 1)[0]
  return { passed: 0, failures: [{ file: 'npm run check', name, error }], secondTries: [], output }
}

function cacheFile(name) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  return join(root, '.cache', name)
}

function projectsToType() {
  const folders = ['apps', 'packages', 'examples'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  )
  return ['.', 'tests', ...folders.filter((folder) => existsSync(join(root, folder, 'tsconfig.json')))]
}
