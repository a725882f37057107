/** How long one piece of work may hold the event loop, as `knownWork` counts it: some 100 ms of the machine that the limit was set on. */
export const heldUnitsMax = 10

/**
 * Watches the event loop of this thread: `longest` is the longest of its rounds, in units of `knownWork`. It counts the thread's own CPU
 * time, so that other processes of a busy machine take no part in it.
 */
export class HeldRounds {
  #longestMicros = 0
  #roundBeganAt = threadMicros()
  #isOver = false
  readonly #unitMicros = unitMicros()

  constructor() {
    this.#begin()
  }

  /** Ends the watch. */
  longest(): number {
    this.#note()
    this.#isOver = true
    return this.#longestMicros / this.#unitMicros
  }

  #begin(): void {
    this.#roundBeganAt = threadMicros()
    setImmediate(() => {
      if (this.#isOver) return
      this.#note()
      this.#begin()
    })
  }

  #note(): void {
    this.#longestMicros = Math.max(this.#longestMicros, threadMicros() - this.#roundBeganAt)
  }
}

function threadMicros(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

let calibrated: number | undefined

/** Of the fastest of several runs: what slows a machine down for a moment makes the unit longer and a finding smaller. */
function unitMicros(): number {
  calibrated ??= Math.min(...Array.from({ length: 7 }, measureUnit))
  return Math.min(calibrated, measureUnit())
}

function measureUnit(): number {
  const startedAt = threadMicros()
  knownWork()
  return threadMicros() - startedAt
}

/** What decoders do: texts are cut and joined, keys are looked up, small objects come and go. */
function knownWork(): number {
  const byKey = new Map<string, { readonly key: string; readonly values: number[] }>()
  for (let i = 0; i < 40_000; i++) {
    const key = `key-${(i * 7919) % 4001}`
    const entry = byKey.get(key) ?? { key, values: [] }
    entry.values.push(i)
    byKey.set(key, entry)
  }
  return JSON.stringify(JSON.parse(JSON.stringify([...byKey.values()]))).length
}
