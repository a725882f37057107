/** As much as the known work: one round of the event loop may not take longer. */
export const LONGEST_ROUND_MAX = 1

/** The longest round of this thread's event loop while `work` goes on. */
export async function longestRound(work: () => Promise<unknown>): Promise<number> {
  const rounds = new HeldRounds()
  await work()
  return rounds.longest()
}

/**
 * Watches the event loop of this thread: `longest` is the longest of its rounds, as a part of the time that `knownWork` takes, which was
 * 100 ms on the machine that the limit was set on. It counts the thread's own CPU time, so that other processes of a busy machine have
 * no part in it.
 */
export class HeldRounds {
  #longestMicros = 0
  #roundBeganAt = 0
  #isOver = false

  constructor() {
    knownMicros()
    this.#begin()
  }

  /** Ends the watch. */
  longest(): number {
    this.#note()
    this.#isOver = true
    return this.#longestMicros / knownMicros()
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

/** Some systems count by the tick of their clock: what is measured has to be much longer than one, which is 4 ms. */
function threadMicros(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

let known: number | undefined

/** Of the fastest of some runs: the first ones are slow until the engine has compiled the work. */
function knownMicros(): number {
  known ??= Math.min(...Array.from({ length: 4 }, measure))
  return known
}

function measure(): number {
  const startedAt = threadMicros()
  knownWork()
  return threadMicros() - startedAt
}

/** What decoders do: texts are cut and joined, keys are looked up, small objects come and go. */
export function knownWork(): void {
  for (let round = 0; round < 16; round++) {
    const byKey = new Map<string, { readonly key: string; readonly values: number[] }>()
    for (let i = 0; i < 40_000; i++) {
      const key = `key-${(i * 7919) % 4001}`
      const entry = byKey.get(key) ?? { key, values: [] }
      entry.values.push(i)
      byKey.set(key, entry)
    }
    JSON.stringify(JSON.parse(JSON.stringify([...byKey.values()])))
  }
}
