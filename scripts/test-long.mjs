/**
 * `npm run test:long [-- options]`: what is too long for `npm test`. It installs released versions of the vendor's libraries from the registry
 * (`tests/clients/versions.json`) and runs them against the server, and goes on with fuzzing and random programs for as long as it is told.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBrowser } from './ensure-browser.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { npmCommand } from './npm-command.mjs'
import { getPinnedNode, pinnedEnvironment, root } from './pinned-node.mjs'
import { runProcess } from './run-process.mjs'

const help = `npm run test:long -- [options]

  --part NAME       clients, fuzz, model, kills, differential or all (all)
  --only WORDS      of the clients, those whose row has all of these words: --only "firebase 9.23.0 https"
  --seconds N       how long each target is fuzzed (600)
  --programs N      random programs for the model of the documents (300000)
  --kills N         how often a server under load is killed (100)
  --differential N  random programs beside the vendor's emulator, where it is installed (500)
  --help            this
`

const parts = { clients, fuzz, model, kills, differential }
const options = {
  part: { type: 'string', default: 'all' },
  only: { type: 'string', default: '' },
  seconds: { type: 'string', default: '600' },
  programs: { type: 'string', default: '300000' },
  kills: { type: 'string', default: '100' },
  differential: { type: 'string', default: '500' },
  help: { type: 'boolean', default: false },
}

try {
  await run(parseArgs({ options }).values)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function run(given) {
  if (given.help) {
    process.stdout.write(help)
    return
  }
  const names = given.part === 'all' ? Object.keys(parts) : [given.part]
  for (const name of names) if (!(name in parts)) throw new Error(`There is no part "${name}".\n\n${help}`)
  for (const name of ['seconds', 'programs', 'kills', 'differential']) {
    if (!/^[1-9]\d*$/.test(given[name])) throw new Error(`--${name} has to be a whole number, not "${given[name]}".`)
  }
  await ensureInstalled()
  for (const name of names) {
    process.stdout.write(`\n== ${name}\n`)
    if ((await parts[name](given)) === 0) continue
    process.stdout.write(`${name} failed\n`)
    process.exitCode = 1
  }
}

async function clients({ only }) {
  await ensureBrowser()
  const { program, words } = npmCommand(['run', 'pack:client'])
  const packed = await runProcess(program, words, { quiet: true })
  const file = /^Packed (.+\.tgz)$/m.exec(packed.output)?.[1]
  if (file === undefined) throw new Error(`The client helper could not be packed:\n${packed.output}`)
  return await node(['tests/clients/matrix.ts', '--helper', join(root, file), '--only', only])
}

async function fuzz({ seconds }) {
  return await node(['tests/fuzz/command.ts', 'all', '--seconds', seconds])
}

async function model({ programs }) {
  return await vitest('documents-model', { HEARTH_MODEL_PROGRAMS: programs })
}

async function kills(given) {
  return await vitest('tests/faults/kill', { HEARTH_KILLS: given.kills })
}

async function differential(given) {
  return await vitest('tests/differential', { HEARTH_DIFFERENTIAL_PROGRAMS: given.differential })
}

async function vitest(pattern, environment) {
  return await node(['node_modules/vitest/vitest.mjs', 'run', '--project', 'integration', pattern], environment)
}

async function node([file, ...words], environment = {}) {
  const { code } = await runProcess(getPinnedNode(), [join(root, file), ...words], {
    environment: { ...pinnedEnvironment(), ...environment },
  })
  return code
}
