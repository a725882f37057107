/** `npm run fuzz -- <target>|all [--seconds N]`: looks for inputs that a decoder does not survive (`tests/fuzz/command.ts`). */
import { join } from 'node:path'
import { ensureInstalled } from './ensure-installed.mjs'
import { getPinnedNode, pinnedEnvironment, root } from './pinned-node.mjs'
import { runProcess } from './run-process.mjs'

await ensureInstalled()
const words = [join(root, 'tests/fuzz/command.ts'), ...process.argv.slice(2)]
const { code } = await runProcess(getPinnedNode(), words, { environment: pinnedEnvironment() })
process.exitCode = code
