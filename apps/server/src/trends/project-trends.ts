import type { Clock } from '../lib/ambient.ts'
import { dayOf, formatDay } from '../analytics/days.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import {
  addToDay,
  type DayLevels,
  type DayTrend,
  type KeptDay,
  noCounts,
  type ProjectCounts,
  readDay,
  TREND_SPACE,
} from './project-counts.ts'

const KEPT_DAYS = 62

export interface ProjectTrendsOptions {
  readonly counts: Pick<ProjectCounts, 'write'>
  readonly storeOf: (project: string) => Promise<ProjectStore>
  readonly levelsOf: (project: string) => Promise<DayLevels>
  readonly clock: Clock
}

/** How a project went day by day: requests, documents written, and how much there was. */
export class ProjectTrends {
  readonly #options: ProjectTrendsOptions

  constructor(options: ProjectTrendsOptions) {
    this.#options = options
  }

  /** Notes how much there is today, also where nothing was counted, and forgets what is too old. Nothing is written where nothing changed. */
  async sweep(project: string): Promise<void> {
    const store = await this.#options.storeOf(project)
    const today = dayOf(this.#options.clock.nowMs())
    await addToDay(store, today, { ...noCounts, levels: await this.#options.levelsOf(project) })
    const end = formatDay(today - KEPT_DAYS)
    const old = await store.read((snapshot) =>
      snapshot.listRecords(TREND_SPACE, { end }, { limit: 100, reverse: false }),
    )
    if (old.length > 0)
      await store.commit({ records: old.map(({ key }) => ({ space: TREND_SPACE, key, value: undefined })) })
  }

  /**
   * The last so many days, today included, the oldest first; at most 62. A day of which nothing is kept has what there was the day before.
   */
  async list(project: string, count: number): Promise<readonly DayTrend[]> {
    await this.#options.counts.write()
    const store = await this.#options.storeOf(project)
    const today = dayOf(this.#options.clock.nowMs())
    const first = today - Math.min(count, KEPT_DAYS) + 1
    const [noted, before, levelsNow] = await Promise.all([
      store.read((snapshot) =>
        snapshot.listRecords(TREND_SPACE, { start: formatDay(first) }, { limit: KEPT_DAYS, reverse: false }),
      ),
      store.read((snapshot) =>
        snapshot.listRecords(TREND_SPACE, { end: formatDay(first) }, { limit: KEPT_DAYS, reverse: true }),
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
}
