import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getPinnedNode, pinnedEnvironment, root } from './pinned-node.mjs'
import { runProcess } from './run-process.mjs'

const sources = [
  'apps/console',
  'packages/api',
  'packages/client',
  'packages/model',
  'packages/rules',
  'package-lock.json',
]
const stampFile = join(root, '.cache/console-build')
const built = join(root, 'apps/console/dist/index.html')

/** Builds the console when its sources are not those of the last build. Throws when the build fails. */
export async function ensureConsole() {
  if (!existsSync(join(root, 'apps/console/index.html'))) return
  const stamp = hashSources()
  if (existsSync(built) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  process.stderr.write('Building the console …\n')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { code, output } = await runProcess(getPinnedNode(), [vite, 'build'], {
    cwd: join(root, 'apps/console'),
    environment: { ...pinnedEnvironment(), NODE_ENV: 'production' },
    quiet: true,
  })
  if (code !== 0) throw new Error(`The console could not be built:\n${output}`)
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(stampFile, stamp)
}

function hashSources() {
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
