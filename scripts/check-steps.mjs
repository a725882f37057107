import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { getPinnedNode, pinnedEnvironment, root } from './pinned-node.mjs'
import { runProcess } from './run-process.mjs'

/** Below this the import checker has not seen our code, whatever it says. */
const modulesMin = 100

/** What `npm run check` does, all at once. Each step resolves with `{ passed, failed, output }`. */
export const checkSteps = [
  { name: 'format', run: () => tool('oxfmt/bin/oxfmt', ['--check', '.']) },
  { name: 'lint', run: () => tool('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']) },
  ...projectsToType().map((project) => ({
    name: `types of ${project === '.' ? 'the server' : project}`,
    run: () => tool('typescript/bin/tsc', ['--project', project]),
  })),
  { name: 'import rules', run: checkImports },
  { name: 'dead code', run: () => tool('knip/bin/knip.js', ['--no-progress']) },
  { name: 'unit tests', run: () => runVitest(['unit'], { quiet: true }) },
]

/** Runs projects of Vitest; passed and failed are their tests. A run that leaves no report is one failure. */
export async function runVitest(projects, { quiet }) {
  const report = join(root, `.cache/vitest-${projects[0]}.json`)
  mkdirSync(join(root, '.cache'), { recursive: true })
  rmSync(report, { force: true })
  const words = [
    'run',
    ...projects.map((project) => `--project=${project}`),
    quiet ? '--reporter=dot' : '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const { code, output } = await node('vitest/vitest.mjs', words, { quiet })
  if (!existsSync(report)) return { passed: 0, failed: 1, output }
  const { numPassedTests: passed, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(report, 'utf8'))
  const failed = numFailedTests > 0 ? numFailedTests : numFailedTestSuites
  return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed, output }
}

/** Runs a tool of node_modules with the pinned Node. */
export function node(file, words, { quiet, environment = {} }) {
  return runProcess(getPinnedNode(), [join(root, 'node_modules', file), ...words], {
    environment: { ...pinnedEnvironment(), ...(quiet && { NO_COLOR: '1' }), ...environment },
    quiet,
  })
}

async function tool(file, words) {
  const { code, output } = await node(file, words, { quiet: true })
  return code === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output }
}

async function checkImports() {
  const words = ['--config', '.dependency-cruiser.mjs', '--output-type', 'err-long', 'apps', 'packages']
  const result = await tool('dependency-cruiser/bin/dependency-cruiser.mjs', words)
  const modules = Number(/(\d+) modules/.exec(result.output)?.[1] ?? 0)
  if (modules >= modulesMin) return result
  const sentence = `The import checker saw ${modules} modules; there are at least ${modulesMin}, so it did not see the code.`
  return { passed: 0, failed: 1, output: `${result.output}\n${sentence}` }
}

function projectsToType() {
  const folders = ['apps', 'packages', 'examples'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  )
  return ['.', 'tests', ...folders.filter((folder) => existsSync(join(root, folder, 'tsconfig.json')))]
}
