/**
 * `npm run fuzz -- <target>|all [--seconds N] [--seed N] [--input FILE]`: the long form of what `npm test` does for a moment. Inputs
 * that reach something new go into `tests/fuzz/corpus`; one that leads to a finding is kept in `.cache/fuzz`.
 */
import { createHash, randomInt } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeCorpus } from './engine/corpus.ts'
import { fuzzInProcess } from './engine/fuzz-process.ts'
import type { FuzzTarget } from './fuzz-target.ts'
import { targets } from './targets.ts'

const findings = join(import.meta.dirname, '../../.cache/fuzz')
const usage = `npm run fuzz -- <target>|all [--seconds N] [--seed N] [--input FILE]\n${targets.map(({ name }) => `  ${name}\n`).join('')}`
const { values, positionals } = readWords()
const chosen = targets.filter(({ name }) => positionals.includes(name) || positionals.includes('all'))
if (values.help === true || chosen.length === 0) end(values.help === true ? 0 : 2)
for (const target of chosen) await run(target)

async function run({ name, limitBytes }: FuzzTarget): Promise<void> {
  const seed = Number(values.seed ?? randomInt(2 ** 31))
  const input = values.input === undefined ? undefined : readFileSync(values.input)
  const module = new URL('targets.ts', import.meta.url).href
  const ms = Number(values.seconds) * 1_000
  const result = await fuzzInProcess({ module, target: name, ms, seed, ...(input !== undefined && { input }) })
  const longest = `${(100 * result.longestPart).toFixed(1)} % of what others may wait`
  process.stdout.write(
    `${name}: ${result.executions} inputs, ${result.corpus.length} kept, at ${limitBytes} bytes the longest ${longest}, seed ${seed}\n`,
  )
  if (result.finding === undefined) {
    // One that ended with an input that is slow where coverage is counted alone has nothing to keep.
    if (input === undefined && result.corpus.length > 0) writeCorpus(name, result.corpus)
    return
  }
  const { kind, message, input: bad } = result.finding
  mkdirSync(findings, { recursive: true })
  const file = join(findings, `${name}-${createHash('sha256').update(bad).digest('hex').slice(0, 12)}`)
  writeFileSync(file, bad)
  process.stdout.write(`${kind}: ${message}\nThe input is in ${file}\n`)
  process.exitCode = 1
}

function readWords() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        seconds: { type: 'string', default: '60' },
        seed: { type: 'string' },
        input: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return end(2)
  }
}

/** Says how it is called. */
function end(code: number): never {
  ;(code === 0 ? process.stdout : process.stderr).write(usage)
  process.exit(code)
}
