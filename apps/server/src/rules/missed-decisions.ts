import { StatusError } from '@hearth/model'
import type { Log } from '../lib/ambient.ts'
import type { ProjectStore } from '../persistence/persistence.ts'

/** One record of the space says how many of each minute are missing. */
const SPACE = 'decision-missed'
const KEY = 'minutes'
const MINUTE_MS = 60_000
/** Those of the last day are kept. */
const MINUTES_MAX = 24 * 60
/** Further projects are not told apart until those are written. */
const PROJECTS_WAITING_MAX = 1_000

type Minutes = readonly (readonly [minute: number, count: number])[]

/** How many decisions came faster than they could be kept: whoever counts the others is told. */
export class MissedDecisions {
  readonly #waiting = new Map<string, Map<number, number>>()
  #others = 0

  add(project: string, nowMs: number, count = 1): void {
    let minutes = this.#waiting.get(project)
    if (minutes === undefined) {
      if (this.#waiting.size >= PROJECTS_WAITING_MAX) {
        this.#others += count
        return
      }
      minutes = new Map()
      this.#waiting.set(project, minutes)
    }
    const minute = Math.floor(nowMs / MINUTE_MS)
    minutes.set(minute, (minutes.get(minute) ?? 0) + count)
  }

  /** Writes what is known so far, and says how many that were. */
  async write({
    storeOf,
    log,
  }: {
    readonly storeOf: (project: string) => Promise<ProjectStore>
    readonly log: Log
  }): Promise<number> {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    let all = this.#others
    this.#others = 0
    for (const [project, minutes] of waiting) {
      for (const count of minutes.values()) all += count
      try {
        await addMinutes(await storeOf(project), minutes)
      } catch (err) {
        // A project that is gone or a store that takes no more writes says so itself.
        if (!(err instanceof StatusError)) log.error({ err, project }, 'missing decisions were not counted')
      }
    }
    return all
  }

  /** How many are missing in the minutes of that time, in milliseconds since the epoch. */
  async count(store: ProjectStore, beginMs: number, endMs: number): Promise<number> {
    const [first, end] = [Math.floor(beginMs / MINUTE_MS), Math.ceil(endMs / MINUTE_MS)]
    return (await read(store)).reduce(
      (sum, [minute, count]) => (minute >= first && minute < end ? sum + count : sum),
      0,
    )
  }
}

async function addMinutes(store: ProjectStore, more: ReadonlyMap<number, number>): Promise<void> {
  const minutes = new Map(await read(store))
  for (const [minute, count] of more) minutes.set(minute, (minutes.get(minute) ?? 0) + count)
  const kept: Minutes = [...minutes].toSorted(([one], [other]) => one - other).slice(-MINUTES_MAX)
  await store.commit({ records: [{ space: SPACE, key: KEY, value: JSON.stringify(kept) }] })
}

async function read(store: ProjectStore): Promise<Minutes> {
  const stored = await store.getRecord(SPACE, KEY)
  return stored === undefined ? [] : (JSON.parse(stored.value) as Minutes)
}
