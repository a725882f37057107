/** The thread that runs a target: `workerData` is an `Assignment`, its one message a `Report`. */
import { parentPort, workerData } from 'node:worker_threads'
import type { FuzzTarget } from '../fuzz-target.ts'
import { readCorpus } from './corpus.ts'
import { Coverage } from './coverage.ts'
import { Dice } from './dice.ts'
import { FuzzSession } from './fuzz-session.ts'
import { InputRecord } from './input-record.ts'
import { SharedWatchpost } from './shared-watchpost.ts'
import type { Finding } from './watched-run.ts'

export interface Assignment {
  /** URL of the module that exports `targets`. */
  readonly module: string
  readonly target: string
  readonly ms: number
  readonly seed: number
  readonly isTimed: boolean
  /** To be run instead of everything else. */
  readonly input?: Uint8Array
  /** A file that holds the input that is running, too. */
  readonly record?: string
  readonly watchpost: SharedArrayBuffer
}

export interface Report {
  readonly executions: number
  readonly longestPart: number
  /** The inputs that are worth keeping, in few bytes. */
  readonly corpus: readonly Uint8Array[]
  readonly finding: Finding | undefined
}

const assignment = workerData as Assignment
using coverage = new Coverage()
// A single input is asked for its time as it is in the product.
if (assignment.input === undefined) coverage.start()
const target = await findTarget(assignment)
coverage.watches = target.watches
const open = await target.open()
let result: Report
try {
  result = await work()
} finally {
  await open[Symbol.asyncDispose]?.()
}
// Whoever hears it ends this thread: a whole server that is still closing, with threads of its own, could take the process with it.
parentPort?.postMessage(result)

async function work(): Promise<Report> {
  using record = assignment.record === undefined ? undefined : new InputRecord(assignment.record)
  const post = new SharedWatchpost(assignment.watchpost, record)
  const session = new FuzzSession(target, open, { post, coverage, dice: new Dice(assignment.seed) })
  const report = (finding: Finding | undefined, corpus: readonly Buffer[] = []): Report => {
    return { executions: session.executions, longestPart: session.longestPart, corpus, finding }
  }
  if (assignment.input !== undefined) return report(await session.again(Buffer.from(assignment.input)))
  const known = [...target.seeds.map((seed) => Buffer.from(seed)), ...readCorpus(target.name)]
  const finding =
    (await session.learn(known)) ?? (await session.explore(performance.now() + assignment.ms, assignment.isTimed))
  return report(finding, finding === undefined ? await session.distill() : [])
}

async function findTarget({ module, target: name }: Assignment): Promise<FuzzTarget> {
  const { targets } = (await import(module)) as { targets: readonly FuzzTarget[] }
  const found = targets.find((one) => one.name === name)
  if (found === undefined)
    throw new Error(`There is no target ${name}; there are ${targets.map((one) => one.name).join(', ')}.`)
  return found
}
