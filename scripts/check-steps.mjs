import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
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

/** Runs projects of Vitest. Resolves with the outcome of their tests. */
export function runVitest(projects, { quiet }) {
  const words = [
    'run',
    ...projects.map((project) => `--project=${project}`),
    quiet ? '--reporter=dot' : '--reporter=default',
    '--reporter=./scripts/reporters/vitest-outcome.ts',
    '--reporter=json',
    `--outputFile.json=${cacheFile(`vitest-${projects[0]}.json`)}`,
  ]
  return withOutcome(cacheFile(`${projects[0]}-outcome.json`), `the ${projects.join(' and ')} tests`, (environment) =>
    node('vitest/vitest.mjs', words, {
      quiet,
      environment: { ...environment, NODE_COMPILE_CACHE: join(root, '.cache/compile') },
    }),
  )
}

/** Runs the browser tests. Resolves with their outcome. */
export function runPlaywright() {
  const words = ['test', '--reporter=list,json,./scripts/reporters/playwright-outcome.ts']
  return withOutcome(cacheFile('browser-outcome.json'), 'the browser tests', (environment) =>
    node('@playwright/test/cli.js', words, {
      quiet: false,
      environment: { ...environment, PLAYWRIGHT_JSON_OUTPUT_NAME: cacheFile('playwright.json') },
    }),
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
