/** `npm run fix`: mends what a tool can mend, then formats. */
import { ensureInstalled } from './ensure-installed.mjs'

await ensureInstalled()
const { node } = await import('./check-steps.mjs')
await node('oxlint/bin/oxlint', ['--type-aware', '--fix'], { quiet: false })
await node('../scripts/write-api-reference.mjs', [], { quiet: false })
const { code } = await node('oxfmt/bin/oxfmt', ['.'], { quiet: false })
process.exitCode = code
