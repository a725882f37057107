import { StatusError } from '@hearth/model'
import type { Clock, Log } from '../lib/ambient.ts'
import { dayOf, formatDay } from '../analytics/days.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import type { StoredRecord } from '../persistence/stored-record.ts'
import { added, type CountName, type DayCounts, type DayLevels, type DayTrend, noCounts } from './day-trend.ts'

/** A record of the space holds one day; its key is the day. */
const space = 'trend'
const KEPT_DAYS = 62
const WRITE_AFTER_MS = 5_000
/** Counts of further projects are left out until those are written. */
const PROJECTS_WAITING_MAX = 1_000
/** Another node of the server may write the same day at the same time. */
const TRIES = 3

export interface ProjectTrendsOptions {
  readonly storeOf: (project: string) => Promise<ProjectStore>
  readonly levelsOf: (project: string) => Promise<DayLevels>
  readonly clock: Clock
  readonly log: Log
}

interface KeptDay extends DayCounts {
  /** Absent until the day's first sweep. */
  readonly levels?: DayLevels
}

/**
 * How a project went day by day: requests, documents written, and how much there was. What is counted gathers in memory and is written some
 * seconds later, so that nothing waits for it; a process that is killed loses what had gathered.
 */
export class ProjectTrends {
  readonly #options: ProjectTrendsOptions
  /** By project, by day. */
  readonly #waiting = new Map<string, Map<number, DayCounts>>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(options: ProjectTrendsOptions) {
    this.#options = options
  }

  /** Must not throw and does not wait. */
  count(project: string, name: CountName, by = 1): void {
    let days = this.#waiting.get(project)
    if (days === undefined) {
      if (this.#waiting.size >= PROJECTS_WAITING_MAX) return
      days = new Map()
      this.#waiting.set(project, days)
    }
    const day = dayOf(this.#options.clock.nowMs())
    const counts = days.get(day) ?? noCounts
    days.set(day, { ...counts, [name]: counts[name] + by })
    this.#timer ??= setTimeout(() => void this.write(), WRITE_AFTER_MS).unref()
  }

  /** Resolves when what was counted so far is written, or could not be. */
  async write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    this.#writing = this.#writing.then(async () => {
      for (const [project, days] of waiting) await this.#writeProject(project, days)
    })
    await this.#writing
  }

  /** Notes how much there is today, also where nothing was counted, and forgets what is too old. Nothing is written where nothing changed. */
  async sweep(project: string): Promise<void> {
    const store = await this.#options.storeOf(project)
    const today = dayOf(this.#options.clock.nowMs())
    await this.#add(store, today, { ...noCounts, levels: await this.#options.levelsOf(project) })
    const end = formatDay(today - KEPT_DAYS)
    const old = await store.read((snapshot) => snapshot.listRecords(space, { end }, { limit: 100, reverse: false }))
    if (old.length > 0) await store.commit({ records: old.map(({ key }) => ({ space, key, value: undefined })) })
  }

  /**
   * The last so many days, today included, the oldest first; at most 62. A day of which nothing is kept has what there was the day before.
   */
  async list(project: string, count: number): Promise<readonly DayTrend[]> {
    await this.write()
    const store = await this.#options.storeOf(project)
    const today = dayOf(this.#options.clock.nowMs())
    const first = today - Math.min(count, KEPT_DAYS) + 1
    const [noted, before, levelsNow] = await Promise.all([
      store.read((snapshot) =>
        snapshot.listRecords(space, { start: formatDay(first) }, { limit: KEPT_DAYS, reverse: false }),
      ),
      store.read((snapshot) =>
        snapshot.listRecords(space, { end: formatDay(first) }, { limit: KEPT_DAYS, reverse: true }),
      ),
      this.#options.levelsOf(project),
    ])
    const days = new Map(noted.map((record) => [record.key, readDay(record)]))
    let levels = before.map(readDay).find((day) => day.levels !== undefined)?.levels
    return Array.from({ length: today - first + 1 }, (_, at) => {
      const day = formatDay(first + at)
      const kept: KeptDay = days.get(day) ?? noCounts
      levels = first + at === today ? levelsNow : (kept.levels ?? levels)
      return { ...noCounts, ...kept, day, levels }
    })
  }

  async #writeProject(project: string, days: ReadonlyMap<number, DayCounts>): Promise<void> {
    try {
      const store = await this.#options.storeOf(project)
      for (const [day, counts] of days) await this.#add(store, day, counts)
    } catch (err) {
      // A project that is gone or a store that takes no more writes says so itself.
      if (!(err instanceof StatusError))
        this.#options.log.error({ err, project }, 'the counts of a day were not written')
    }
  }

  async #add(store: ProjectStore, day: number, more: KeptDay): Promise<void> {
    const key = formatDay(day)
    for (let tries = 1; ; tries++) {
      const stored = await store.getRecord(space, key)
      const kept: KeptDay = stored === undefined ? noCounts : readDay(stored)
      const value = JSON.stringify({ ...kept, ...added(kept, more), ...(more.levels && { levels: more.levels }) })
      if (value === stored?.value) return
      try {
        await store.commit({
          expect: [{ kind: 'record', space, key, revision: stored?.revision ?? 0 }],
          records: [{ space, key, value }],
        })
        return
      } catch (err) {
        const isConflict = err instanceof StatusError && err.reason === 'CONFLICT'
        if (!isConflict || tries >= TRIES) throw err
      }
    }
  }
}

function readDay({ value }: StoredRecord): KeptDay {
  return JSON.parse(value) as KeptDay
}
