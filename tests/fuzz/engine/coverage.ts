import { Session } from 'node:inspector'
import type { Guide } from './guide.ts'

interface FunctionCoverage {
  readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[]
}

/** The characters of a function that ran. */
interface FunctionRun {
  readonly key: string
  readonly ran: Uint8Array
}

/**
 * Which parts of the watched sources have run, by V8's own counters (Chrome DevTools protocol, `Profiler.takePreciseCoverage`).
 * The sources need no instrumentation; they must be imported after `start`.
 */
export class Coverage implements Guide, Disposable {
  readonly #session = new Session()
  watches: readonly string[] = []
  /** The covered characters of each function. */
  readonly #seen = new Map<string, Uint8Array>()
  /** What a look at a batch has found and its single inputs have yet to show. */
  #unsettled: FunctionRun[] = []

  constructor() {
    this.#session.connect()
  }

  /** V8 counts in what is imported from here on, which makes it slower. */
  start(): void {
    this.#post('Profiler.enable')
    this.#post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }

  skip(): void {
    this.#read()
  }

  hasFresh(): boolean {
    this.#unsettled = this.#read()
    return this.#unsettled.some((run) => this.#note(run, false) > 0)
  }

  settle(): void {
    for (const run of this.#unsettled) this.#note(run, true)
    this.#unsettled = []
  }

  take(): number {
    return this.#read().reduce((sum, run) => sum + this.#note(run, true), 0)
  }

  reset(): void {
    this.skip()
    this.#seen.clear()
  }

  [Symbol.dispose](): void {
    this.#session.disconnect()
  }

  #read(): FunctionRun[] {
    const sources = this.#post('Profiler.takePreciseCoverage').result
    return sources
      .filter(({ url }) => this.watches.some((part) => url.includes(part)))
      .flatMap(({ url, functions }) => functions.flatMap((one) => coveredBy(url, one)))
  }

  /** How many characters of a run are new. */
  #note({ key, ran }: FunctionRun, keep: boolean): number {
    let seen = this.#seen.get(key)
    if (seen === undefined) {
      seen = new Uint8Array(ran.length)
      if (keep) this.#seen.set(key, seen)
    }
    let fresh = 0
    for (let i = 0; i < ran.length; i++) {
      if (ran[i] === 0 || seen[i] === 1) continue
      if (keep) seen[i] = 1
      fresh++
    }
    return fresh
  }

  /** The session of a thread with itself answers before it returns. */
  #post(method: string, parameters?: object): { result: { url: string; functions: FunctionCoverage[] }[] } {
    let answer: unknown
    this.#session.post(method, parameters, (error: Error | null, result: unknown) => {
      if (error) throw error
      answer = result
    })
    return answer as { result: { url: string; functions: FunctionCoverage[] }[] }
  }
}

function coveredBy(url: string, { ranges }: FunctionCoverage): FunctionRun[] {
  const [whole] = ranges
  if (whole === undefined || whole.count === 0) return []
  const { startOffset: start, endOffset: end } = whole
  const ran = new Uint8Array(end - start)
  // Ranges nest, the outer ones first.
  for (const range of ranges) ran.fill(range.count > 0 ? 1 : 0, range.startOffset - start, range.endOffset - start)
  return [{ key: `${url}:${start}:${end}`, ran }]
}
