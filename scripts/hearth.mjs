/** `npm start`, `npm run hearth -- <command>`: makes everything ready, then runs the server on the Node of the repository. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { getPinnedNode, root } from './pinned-node.mjs'

const parentCheckMs = 250
const words = process.argv.slice(2)
try {
  await ensureInstalled()
  if (words[0] === 'start' || words[0] === 'dev') await ensureBuilt()
  runServer(getPinnedNode())
} catch (error) {
  process.stderr.write(`hearth: ${error.message}\n`)
  process.exitCode = 1
}

function runServer(node) {
  const child = spawn(node, [join(root, 'apps/server/src/main.mjs'), ...words], { stdio: 'inherit' })
  // A terminal sends Ctrl-C to the server too; the server takes repeats within half a second as one.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
  }
  if (process.env.npm_lifecycle_event !== undefined) stopWithParent(child)
  child.once('error', (error) => {
    process.stderr.write(`hearth: the server could not be started: ${error.message}\n`)
    process.exit(1)
  })
  child.once('close', (code, signal) => {
    if (signal === 'SIGKILL') process.stderr.write('hearth: the server was killed.\n')
    process.exit(code ?? 1)
  })
}

/** npm passes a signal on to its shell alone, and the shell ends without telling us: then nobody is left who could stop the server. */
function stopWithParent(child) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    child.kill('SIGTERM')
  }, parentCheckMs)
}
