import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmCommand } from './npm-command.mjs'
import { root } from './pinned-node.mjs'
import { runProcess } from './run-process.mjs'

const progressEveryMs = 10_000

/** Installs when what is in node_modules is not what the lock file asks for. Throws when npm fails. */
export async function ensureInstalled() {
  if (isInstalled()) return
  process.stderr.write('Installing dependencies, which takes a minute or two …\n')
  // Not `npm ci`, which insists on the packages of every platform; the versions are those of the lock file all the same.
  const words = ['install', '--no-save', '--no-fund', '--no-audit', '--no-progress', '--loglevel=error']
  const npm = npmCommand(words)
  const progress = setInterval(showProgress, progressEveryMs)
  const { code } = await runProcess(npm.program, npm.words)
  clearInterval(progress)
  if (code !== 0) throw new Error('npm could not install the dependencies; its message is above.')
}

/** npm says nothing until it is done; what it has unpacked so far lies in node_modules. */
function showProgress() {
  const packages = Object.entries(readLock('package-lock.json') ?? {})
  const needed = packages.filter(([path, { optional, peer }]) => path.includes('node_modules/') && !optional && !peer)
  const unpacked = needed.filter(([path]) => existsSync(join(root, path, 'package.json')))
  process.stderr.write(`  ${unpacked.length} of ${needed.length} packages\n`)
}

/** npm keeps a lock file of what it installed; packages for other platforms are missing from it. */
function isInstalled() {
  const wanted = readLock('package-lock.json')
  const installed = readLock('node_modules/.package-lock.json')
  if (wanted === undefined || installed === undefined) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true
    const found = installed[path]
    return found === undefined ? entry.optional === true || entry.peer === true : found.version === entry.version
  })
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  } catch {
    // Absent or cut off in the middle: install again.
    return undefined
  }
}
