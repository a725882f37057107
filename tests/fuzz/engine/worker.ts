/** The thread that runs targets, one after the other: each message that comes is an `Assignment`, each that goes its `Report`. */
import { parentPort } from 'node:worker_threads'
import type { FuzzTarget, OpenTarget } from '../fuzz-target.ts'
import { readCorpus } from './corpus.ts'
import { Coverage } from './coverage.ts'
import { Dice } from './dice.ts'
import { FuzzSession } from './fuzz-session.ts'
import { type Guide, KnownInputs } from './guide.ts'
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
  /** Whether coverage leads to new inputs. */
  readonly isGuided: boolean
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

const port = parentPort
if (port === null) throw new Error('worker.ts runs as a worker thread only.')
let coverage: Coverage | undefined
// Whoever hears a report gives the next target, or ends this thread: a whole server that is still closing, with threads of its own, could
// take the process with it.
port.on('message', (assignment: Assignment) => void perform(assignment).then((report) => port.postMessage(report)))

async function perform(assignment: Assignment): Promise<Report> {
  // A single input is asked for its time as it is in the product.
  const guide = assignment.isGuided && assignment.input === undefined ? countedCoverage() : new KnownInputs()
  const target = await findTarget(assignment)
  guide.watches = target.watches
  const open = await target.open()
  try {
    return await work(assignment, target, open, guide)
  } finally {
    await open[Symbol.asyncDispose]?.()
  }
}

function countedCoverage(): Coverage {
  if (coverage === undefined) {
    coverage = new Coverage()
    coverage.start()
  }
  return coverage
}

async function work(assignment: Assignment, target: FuzzTarget, open: OpenTarget, guide: Guide): Promise<Report> {
  using record = assignment.record === undefined ? undefined : new InputRecord(assignment.record)
  const post = new SharedWatchpost(assignment.watchpost, record)
  const session = new FuzzSession(target, open, { post, coverage: guide, dice: new Dice(assignment.seed) })
  const report = (finding: Finding | undefined, corpus: readonly Buffer[] = []): Report => {
    return { executions: session.executions, longestPart: session.longestPart, corpus, finding }
  }
  if (assignment.input !== undefined) return report(await session.again(Buffer.from(assignment.input)))
  guide.reset()
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
