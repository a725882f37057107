import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getPinnedNode, pinnedEnvironment, root } from './pinned-node.mjs'
import { runProcess } from './run-process.mjs'

/** What the server serves besides its protocols: `apps/<name>`, built into its `dist` by a tool of node_modules. */
const sites = {
  console: {
    sources: [
      'apps/console',
      'packages/api',
      'packages/client',
      'packages/model',
      'packages/rules',
      'package-lock.json',
    ],
    tool: 'vite/bin/vite.js',
    isSource: existsSync(join(root, 'apps/console/index.html')),
  },
  docs: {
    sources: ['apps/docs', 'docs', 'package-lock.json'],
    tool: 'vitepress/bin/vitepress.js',
    isSource: existsSync(join(root, 'apps/docs/.vitepress')),
  },
}

/** Builds the console and the documents where their sources are not those of the last build. Throws when a build fails. */
export async function ensureBuilt() {
  await Promise.all([ensureConsole(), ensureDocs()])
}

/** As `ensureBuilt`, for the console alone. */
export function ensureConsole() {
  return ensureSite('console')
}

/** As `ensureBuilt`, for the documents alone. */
export function ensureDocs() {
  return ensureSite('docs')
}

async function ensureSite(name) {
  const { sources, tool, isSource } = sites[name]
  if (!isSource) return
  const built = join(root, `apps/${name}/dist/index.html`)
  const stampFile = join(root, `.cache/${name}-build`)
  const stamp = hashSources(sources)
  if (existsSync(built) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  process.stderr.write(`Building the ${name}, which takes up to a minute …\n`)
  const startedAt = performance.now()
  const { code, output } = await runProcess(getPinnedNode(), [join(root, 'node_modules', tool), 'build'], {
    cwd: join(root, `apps/${name}`),
    environment: { ...pinnedEnvironment(), NODE_ENV: 'production' },
    quiet: true,
  })
  if (code !== 0) throw new Error(`The ${name} could not be built:\n${output}`)
  process.stderr.write(`Built the ${name} in ${Math.ceil((performance.now() - startedAt) / 1000)} s\n`)
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(stampFile, stamp)
}

function hashSources(sources) {
  const hash = createHash('sha256')
  for (const source of sources) addToHash(hash, source)
  return hash.digest('hex')
}

function addToHash(hash, path) {
  const full = join(root, path)
  if (!existsSync(full)) return
  if (path.endsWith('.json')) {
    hash.update(path).update(readFileSync(full))
    return
  }
  const entries = readdirSync(full, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.includes('.test.')) continue
    const inner = `${path}/${entry.name}`
    if (entry.isDirectory()) addToHash(hash, inner)
    else hash.update(inner).update(readFileSync(join(root, inner)))
  }
}
