import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { SharedWatchpost } from './shared-watchpost.ts'
import { type Finding, HANG_MS } from './watched-run.ts'
import type { Assignment, Report } from './worker.ts'

export interface FuzzOptions {
  /** URL of the module that exports `targets`. */
  readonly module: string
  readonly target: string
  readonly ms: number
  readonly seed: number
  /** Whether inputs are grown to the limit, too, and asked for their time, which needs a machine that does nothing else; true when absent. */
  readonly isTimed?: boolean
  /** Whether coverage leads to new inputs, which is for runs of minutes; without it known inputs are changed. True when absent. */
  readonly isGuided?: boolean
  /** Runs this one input instead. */
  readonly input?: Uint8Array
  /** An input that never ends is given up after twice as long; 3 seconds when absent. */
  readonly hangMs?: number
  /** Goes on to the next target after one without a finding: to load all of them takes longer than a short run. */
  readonly kept?: KeptThread
  /** A file that is to hold the input that is running, for when the whole process ends with it (`input-record.ts`). */
  readonly record?: string
}

export interface FuzzResult {
  readonly executions: number
  readonly corpus: readonly Buffer[]
  /** How long the worst of the inputs that were as long as may be held the thread, as a part of what others may wait. */
  readonly longestPart: number
  readonly finding: Finding | undefined
}

const HEAP_MIB_MAX = 512
/** What is outside of the heap has no limit of its own. */
const GROWTH_BYTES_MAX = 1024 * 1024 * 1024
const LOOK_MS = 100
/** What is slow where coverage is counted, or on a busy machine, is looked at again by itself. */
const ALONE_TRIES = 2
/** Where hardly any time of a core was taken, what is waited for may still come, up to so many times as long. */
const WAIT_FACTOR = 10

/**
 * Runs a target in a thread of its own: the inputs that are kept for it, then new ones until the time is over or
 * one leads to a finding. A thread that hangs is ended; when its input is not slow by itself, another one goes on.
 */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const until = performance.now() + options.ms
  let [executions, longestPart] = [0, 0]
  for (let seed = options.seed; ; seed++) {
    const left = Math.max(0, until - performance.now())
    const result = await runThread({ ...options, seed, ms: left })
    executions += result.executions
    const { finding } = result
    const isSlow = finding?.kind === 'hang' || finding?.kind === 'time'
    const alone = isSlow && options.input === undefined ? await runAlone(options, finding) : result
    longestPart = Math.max(longestPart, alone.longestPart)
    if (alone.finding !== undefined || !isSlow) return { ...result, executions, longestPart }
    if (performance.now() >= until) return { ...result, executions, longestPart, finding: undefined }
  }
}

/** The input by itself, where nothing is counted: the first run that ends well, or else the last one. */
async function runAlone(options: FuzzOptions, { input }: Finding): Promise<FuzzResult> {
  let again = await runThread({ ...options, input })
  for (let left = ALONE_TRIES - 1; left > 0 && again.finding !== undefined; left--) {
    again = await runThread({ ...options, input })
  }
  return again
}

async function runThread(options: FuzzOptions): Promise<FuzzResult> {
  const post = new SharedWatchpost()
  const { kept, hangMs = HANG_MS, ...rest } = options
  const assignment: Assignment = { isTimed: true, isGuided: true, ...rest, watchpost: post.memory }
  // A single input is looked at where nothing ran before, and nothing is counted.
  const worker = (options.input === undefined ? kept?.take() : undefined) ?? startThread(assignment)
  worker.postMessage(assignment)
  let isSound = false
  const stopped = Promise.withResolvers<Finding>()
  const bytesBefore = process.memoryUsage.rss()
  let workedBefore = 0
  const looks = setInterval(() => {
    const { ms } = post
    if (ms < LOOK_MS) workedBefore = workedMs()
    // An input that ends says so itself; this is for those that never do. One of megabytes may be read in turns for seconds.
    const msMax = 2 * hangMs * (1 + post.bytes / 2 ** 20)
    if (ms > WAIT_FACTOR * msMax || (ms > msMax && workedMs() - workedBefore > msMax / 2))
      stopped.resolve({ kind: 'hang', message: `did not end in ${ms} ms`, input: post.input })
    const bytes = process.memoryUsage.rss() - bytesBefore
    if (bytes > GROWTH_BYTES_MAX)
      stopped.resolve({ kind: 'memory', message: `took ${Math.round(bytes / 2 ** 20)} MiB`, input: post.input })
  }, LOOK_MS)
  try {
    const [report] = (await Promise.race([
      once(worker, 'message'),
      stopped.promise.then((finding) => [reportOf(finding)]),
    ])) as [Report]
    const { executions, longestPart, corpus, finding } = report
    isSound = finding === undefined && options.input === undefined
    return {
      executions,
      longestPart,
      corpus: corpus.map((input) => Buffer.from(input)),
      finding: finding && { ...finding, input: Buffer.from(finding.input) },
    }
  } catch (error) {
    // What the thread did not catch: an error of a callback, or a heap that is full.
    if (post.ms === 0) throw error
    const isFull = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { ...reportOf({ kind: isFull ? 'memory' : 'crash', message, input: post.input }), corpus: [] }
  } finally {
    clearInterval(looks)
    if (isSound && kept !== undefined) kept.give(worker)
    else await worker.terminate()
  }
}

function startThread({ isGuided }: Assignment): Worker {
  return new Worker(new URL('worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB_MAX },
    // What comes compiled from a cache is counted by function, not by branch.
    env: { ...process.env, ...(isGuided && { NODE_DISABLE_COMPILE_CACHE: '1' }) },
  })
}

/** A thread between two targets. */
export class KeptThread {
  #worker: Worker | undefined

  take(): Worker | undefined {
    const worker = this.#worker
    this.#worker = undefined
    return worker
  }

  give(worker: Worker): void {
    this.#worker = worker
  }

  async end(): Promise<void> {
    await this.take()?.terminate()
  }
}

/** What this process has taken of the cores. */
function workedMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

function reportOf(finding: Finding): Report {
  return { executions: 0, longestPart: 0, corpus: [], finding }
}
