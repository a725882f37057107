import type { FuzzTarget, OpenTarget } from '../fuzz-target.ts'
import type { Dice } from './dice.ts'
import { grow, type Growth } from './grow.ts'
import type { Guide } from './guide.ts'
import { INPUT_BYTES_MAX } from './mutate-bytes.ts'
import { mutate } from './mutate.ts'
import { type Finding, runTimed, runWatched, type TimedRun, type Watchpost } from './watched-run.ts'
import { WorstGrowths } from './worst-growths.ts'

/** Reading the counters takes as long as many runs, so they are read once for so many. */
const BATCH = 64
const SHRINK_RUNS = 400
/** Each grown input takes as long as many others: all of them have at most this part of the time. */
const GROWN_SHARE = 1 / 3
/** So many shapes are tried small before the worst of them is grown to the limit. */
const SHAPES_AT_ONCE = 15
const SHAPE_BYTES = 64 * 1024

/** Makes new inputs from those that reached something new, for as long as it is let. */
export class FuzzSession {
  readonly #target: FuzzTarget
  readonly #open: OpenTarget
  readonly #post: Watchpost
  readonly #coverage: Guide
  readonly #dice: Dice
  #corpus: Buffer[] = []
  #grownMs = 0
  readonly #worst = new WorstGrowths()
  executions = 0
  /** What held the thread longest of the inputs that were grown to the limit, as parts of the known work. */
  longestPart = 0

  constructor(target: FuzzTarget, open: OpenTarget, deps: { post: Watchpost; coverage: Guide; dice: Dice }) {
    this.#target = target
    this.#open = open
    this.#post = deps.post
    this.#coverage = deps.coverage
    this.#dice = deps.dice
  }

  get corpus(): readonly Buffer[] {
    return this.#corpus
  }

  /** Runs inputs one by one and keeps those that reach something new. Resolves with what the first bad one led to. */
  async learn(inputs: readonly Buffer[]): Promise<Finding | undefined> {
    this.#coverage.skip()
    for (const input of inputs) {
      const finding = await this.#run(input)
      if (finding !== undefined) return finding
      if (this.#coverage.take() > 0) this.#corpus.push(input)
    }
    return undefined
  }

  /** Resolves with the first finding, made small; undefined when the time is over. `isTimed`: inputs are grown, too, and asked for their time. */
  async explore(untilMs: number, isTimed: boolean): Promise<Finding | undefined> {
    const beganAt = performance.now()
    while (performance.now() < untilMs) {
      const batch = Array.from({ length: BATCH }, () => this.#next())
      const hasTime = isTimed && this.#grownMs <= (performance.now() - beganAt) * GROWN_SHARE
      const finding = (await this.#runBatch(batch)) ?? (hasTime ? await this.#runGrown() : undefined)
      if (finding !== undefined) return await this.#shrink(finding)
    }
    return undefined
  }

  /** The fewest and shortest of the known inputs that reach what all of them reach. */
  async distill(): Promise<readonly Buffer[]> {
    const known = this.#corpus.toSorted((a, b) => a.length - b.length)
    this.#corpus = []
    this.#coverage.reset()
    await this.learn(known)
    return this.#corpus
  }

  async #runBatch(batch: readonly Buffer[]): Promise<Finding | undefined> {
    for (const input of batch) {
      const finding = await this.#run(input)
      if (finding !== undefined) return finding
    }
    if (!this.#coverage.hasFresh()) return undefined
    const finding = await this.learn(batch)
    // What came from the order of the batch, or from time, leads nowhere.
    this.#coverage.settle()
    return finding
  }

  async #run(input: Buffer): Promise<Finding | undefined> {
    this.executions++
    return await runWatched(this.#target, this.#open, this.#post, input)
  }

  /** Some shapes, which may be refused, and the worst of them as long as inputs may be: none must take long. */
  async #runGrown(): Promise<Finding | undefined> {
    const beganAt = performance.now()
    const finding = await this.#growAndRun()
    this.#grownMs += performance.now() - beganAt
    return finding
  }

  async #growAndRun(): Promise<Finding | undefined> {
    const { limitBytes } = this.#target
    const bytes = Math.min(SHAPE_BYTES, limitBytes)
    let growth = this.#nextGrowth()
    for (let left = SHAPES_AT_ONCE; left > 0; left--) {
      growth = this.#nextGrowth()
      const { part, finding } = await this.#runTimed(growth, bytes)
      if (finding !== undefined) return finding
      this.#worst.add(growth, part)
    }
    // What counts as the longest is no accident of a busy machine.
    const enough = Math.max(this.longestPart, Number.EPSILON)
    const { part, finding } = await this.#runTimed(this.#worst.take() ?? growth, limitBytes, enough)
    this.longestPart = Math.max(this.longestPart, part)
    return finding
  }

  async #runTimed(growth: Growth, bytes: number, enough?: number): Promise<TimedRun> {
    this.executions++
    const input = grow(this.#target, growth, bytes)
    return await runTimed(this.#target, this.#open, this.#post, input, enough)
  }

  /** A new shape, or one of the worst in another input. */
  #nextGrowth(): Growth {
    const known = this.#dice.once(2) ? this.#worst.pick(this.#dice) : undefined
    if (known === undefined) return { input: this.#next(), seed: this.#dice.below(2 ** 31) }
    const { input, seed } = known
    if (this.#dice.once(2)) return { input, seed: this.#dice.below(2 ** 31) }
    return { input: mutate(this.#target, input, this.#next(), this.#dice), seed }
  }

  /** Runs one input again that led to a finding, whichever kind it was of. */
  async again(input: Buffer): Promise<Finding | undefined> {
    if (input.length <= INPUT_BYTES_MAX) {
      const finding = await this.#run(input)
      if (finding !== undefined) return finding
    }
    const { part, finding } = await runTimed(this.#target, this.#open, this.#post, input)
    this.longestPart = part
    return finding
  }

  /** Newer inputs stand deeper in the code, so half of the time one of them is taken. */
  #next(): Buffer {
    const { length } = this.#corpus
    const recent = this.#dice.once(2) ? Math.min(length, 16) : length
    const input = this.#corpus[length - 1 - this.#dice.below(Math.max(1, recent))] ?? Buffer.alloc(0)
    const other = this.#corpus[this.#dice.below(Math.max(1, length))] ?? input
    return mutate(this.#target, input, other, this.#dice)
  }

  /** Takes away what is not needed for the same kind of finding. A hang is left as it is: each try would take its time. */
  async #shrink(finding: Finding): Promise<Finding> {
    if (finding.kind === 'hang' || finding.kind === 'memory' || finding.kind === 'time') return finding
    if (finding.input.length > INPUT_BYTES_MAX) return finding
    let best = finding
    let runs = 0
    for (let size = best.input.length >> 1; size >= 1 && runs < SHRINK_RUNS; size >>= 1) {
      for (let at = 0; at + size <= best.input.length && runs < SHRINK_RUNS; runs++) {
        const shorter = Buffer.concat([best.input.subarray(0, at), best.input.subarray(at + size)])
        const again = await this.#run(shorter)
        if (again?.kind === best.kind) best = again
        else at += size
      }
    }
    return best
  }
}
