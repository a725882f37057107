import { StatusError } from '@hearth/model'
import { dayOf, formatDay } from '../analytics/days.ts'
import type { Clock, Log } from '../lib/ambient.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import type { StoredRecord } from '../persistence/stored-record.ts'
import type { ProjectUsage } from '../projects/project-usage.ts'

/** A record of the space holds one day; its key is the day. */
export const TREND_SPACE = 'trend'
const WRITE_AFTER_MS = 5_000
/** Counts of further projects are left out until those are written. */
const PROJECTS_WAITING_MAX = 1_000
/** Another node of the server may write the same day at the same time. */
const TRIES = 3

export interface ProjectCountsOptions {
  readonly storeOf: (project: string) => Promise<ProjectStore>
  readonly clock: Clock
  readonly log: Log
}

export interface KeptDay extends DayCounts {
  /** Absent until the day's first sweep. */
  readonly levels?: DayLevels
}

/**
 * Counts requests and written documents of each project by day. What is counted gathers in memory and is written some seconds later, so that
 * nothing waits for it; a process that is killed loses what had gathered.
 */
export class ProjectCounts {
  readonly #options: ProjectCountsOptions
  /** By project, by day; counted in place, for every request is. */
  readonly #waiting = new Map<string, Map<number, MutableCounts>>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(options: ProjectCountsOptions) {
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
    let counts = days.get(day)
    if (counts === undefined) days.set(day, (counts = { ...noCounts }))
    counts[name] += by
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

  async #writeProject(project: string, days: ReadonlyMap<number, DayCounts>): Promise<void> {
    try {
      const store = await this.#options.storeOf(project)
      for (const [day, counts] of days) await addToDay(store, day, counts)
    } catch (err) {
      // A project that is gone or a store that takes no more writes says so itself.
      if (!(err instanceof StatusError))
        this.#options.log.error({ err, project }, 'the counts of a day were not written')
    }
  }
}

/** Adds to the counts of a day; levels take the place of those before. Nothing is written where nothing changes. */
export async function addToDay(store: ProjectStore, day: number, more: KeptDay): Promise<void> {
  const key = formatDay(day)
  for (let tries = 1; ; tries++) {
    const stored = await store.getRecord(TREND_SPACE, key)
    const kept: KeptDay = stored === undefined ? noCounts : readDay(stored)
    const value = JSON.stringify({ ...kept, ...added(kept, more), ...(more.levels && { levels: more.levels }) })
    if (value === stored?.value) return
    try {
      await store.commit({
        expect: [{ kind: 'record', space: TREND_SPACE, key, revision: stored?.revision ?? 0 }],
        records: [{ space: TREND_SPACE, key, value }],
      })
      return
    } catch (err) {
      const isConflict = err instanceof StatusError && err.reason === 'CONFLICT'
      if (!isConflict || tries >= TRIES) throw err
    }
  }
}

export function readDay({ value }: StoredRecord): KeptDay {
  return JSON.parse(value) as KeptDay
}

/** What is counted as it happens. */
const countNames = ['requestsAllowed', 'requestsDenied', 'documentsWritten'] as const
type CountName = (typeof countNames)[number]
type MutableCounts = Record<CountName, number>
type DayCounts = Readonly<MutableCounts>

/** How much there was at the end of a day. */
export type DayLevels = Pick<ProjectUsage, 'users' | 'documents' | 'files' | 'storedBytes'>

/** One day of a project, in UTC. */
export interface DayTrend extends DayCounts {
  /** `2026-11-20` */
  readonly day: string
  /** Undefined for days before anything was noted. */
  readonly levels: DayLevels | undefined
}

export const noCounts: DayCounts = { requestsAllowed: 0, requestsDenied: 0, documentsWritten: 0 }

function added(one: DayCounts, other: DayCounts): DayCounts {
  return {
    requestsAllowed: one.requestsAllowed + other.requestsAllowed,
    requestsDenied: one.requestsDenied + other.requestsDenied,
    documentsWritten: one.documentsWritten + other.documentsWritten,
  }
}
