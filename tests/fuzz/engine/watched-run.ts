import { getHeapStatistics } from 'node:v8'
import { StatusError } from '@hearth/model'
import { HeldRounds, LONGEST_ROUND_MAX } from '../../../apps/server/src/testing/held-rounds.ts'
import type { FuzzTarget, OpenTarget } from '../fuzz-target.ts'

/** What no input may lead to. */
export interface Finding {
  /** `answer`: refused with a code that says the server is at fault; `crash`: an error that is no refusal at all;
   * `time`: it holds the thread longer than all others may wait, although it ends. */
  readonly kind: 'answer' | 'crash' | 'hang' | 'memory' | 'time'
  readonly message: string
  readonly input: Buffer
}

/** An input that is not grown is at most 16 KiB long, so this is a hundred times what a decoder that copies everything ten times takes. */
const MEMORY_BYTES_MAX = 96 * 1024 * 1024
export const HANG_MS = 3_000

/** Where the thread that runs inputs says what it is at, for the one that watches it. */
export interface Watchpost {
  begin(input: Buffer): void
  end(): void
}

/** Runs one input and judges what came of it. */
export async function runWatched(
  target: FuzzTarget,
  open: OpenTarget,
  post: Watchpost,
  input: Buffer,
): Promise<Finding | undefined> {
  const before = memoryInUse()
  const startedAt = threadMs()
  post.begin(input)
  let finding: Finding | undefined
  try {
    const result = open.run(input)
    if (result instanceof Promise) await result
  } catch (error) {
    finding = judge(target, error, input)
  }
  post.end()
  const ms = threadMs() - startedAt
  if (finding === undefined && ms > HANG_MS) finding = { kind: 'hang', message: `took ${Math.round(ms)} ms`, input }
  const bytes = memoryInUse() - before
  if (finding === undefined && bytes > MEMORY_BYTES_MAX) {
    finding = { kind: 'memory', message: `took ${Math.round(bytes / 2 ** 20)} MiB`, input }
  }
  return finding
}

/** The counters of coverage slow down what is measured and the known work alike. Code that is not compiled yet and the garbage of others are slow. */
const TRIES = 4

/** How long one input held the thread, as parts of the known work, and what came of it. */
export interface TimedRun {
  readonly part: number
  readonly finding: Finding | undefined
}

/** Runs one grown input and asks for its time: the shortest of some tries, as soon as one is below `enough`. What is no refusal is a finding, too. */
export async function runTimed(
  target: FuzzTarget,
  open: OpenTarget,
  post: Watchpost,
  input: Buffer,
  enough = LONGEST_ROUND_MAX,
): Promise<TimedRun> {
  let part = Infinity
  for (let left = TRIES; left > 0 && part >= enough; left--) {
    post.begin(input)
    const rounds = new HeldRounds()
    let finding: Finding | undefined
    try {
      const result = open.decode === undefined ? open.run(input) : open.decode(input)
      if (result instanceof Promise) await result
    } catch (error) {
      finding = judge(target, error, input)
    }
    part = Math.min(part, rounds.longest())
    post.end()
    if (finding !== undefined) return { part, finding }
  }
  if (part < LONGEST_ROUND_MAX) return { part, finding: undefined }
  const message = `held the thread ${part.toFixed(1)} times as long as others may wait`
  return { part, finding: { kind: 'time', message, input } }
}

/** A busy machine may leave a thread waiting for seconds. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

function judge({ refusals = ['invalid-argument'] }: FuzzTarget, error: unknown, input: Buffer): Finding | undefined {
  if (error instanceof StatusError) {
    if (refusals.includes(error.code)) return undefined
    return { kind: 'answer', message: `${error.code} ${error.reason}: ${error.message}`, input }
  }
  return { kind: 'crash', message: error instanceof Error ? (error.stack ?? error.message) : String(error), input }
}

function memoryInUse(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics()
  return heap + external
}
