import { StatusError } from '@hearth/model'
import type { Clock, Log, Random } from '../lib/ambient.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import type { App } from '../projects/projects.ts'
import {
  type AnalyticsSettings,
  assertSettings,
  readSettings,
  type SettingsChange,
  keptSince,
} from './analytics-settings.ts'
import { ApiSecrets } from './api-secrets.ts'
import { minuteOf, dayOf } from './days.ts'
import type { ReportedBatch, ReportingApp } from './event.ts'
import { newestLogKey, trimLog } from './event-log.ts'
import { EventAllowance, type EventSender } from './intake/event-allowance.ts'
import { EventIntake } from './intake/event-intake.ts'
import { type EventListing, type EventPage, listEvents } from './list-events.ts'
import { type BatchesOf, listUserBatches, type UserBatches } from './list-user-batches.ts'
import type { DayRange, Report } from './reports/report-request.ts'
import { TimeZone } from './time-zone.ts'
import { type Retention, readRetention } from './reports/read-retention.ts'
import { type Funnel, type FunnelRequest, runFunnel } from './reports/run-funnel.ts'
import { type RealtimeReportRequest, runRealtimeReport, type ReportRequest, runReport } from './reports/run-report.ts'
import type { Catalog } from './roll-up/catalog.ts'
import { CountryGuess } from './roll-up/country-guess.ts'
import { readRolledTo, Roller, REALTIME_KEPT_MS, trimMinutes } from './roll-up/roller.ts'
import type { CohortUnit } from './roll-up/user-activity.ts'
import { trimPrints } from './intake/seen-events.ts'
import { trimUsers } from './roll-up/activity-records.ts'
import { OTHER_VALUES } from './roll-up/dimensions.ts'
import { trimTrail } from './roll-up/trail-records.ts'

export interface AnalyticsOptions {
  readonly mode: 'start' | 'dev'
  /** The store of a project that exists. */
  readonly storeOf: (project: string) => Promise<ProjectStore>
  readonly listApps: (project: string) => Promise<App[]>
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Whether the disk has no more left than what documents need. */
  readonly isReserveReached: () => Promise<boolean>
  /** What one app may report under `start`; 600,000 unless told. */
  readonly eventsPerMinute?: number
}

const EVENTS_PER_MINUTE_DEFAULT = 600_000
const ATTEMPTS_MAX = 8

/** Takes in the events of apps, and answers what they come to. */
export class Analytics {
  readonly secrets: ApiSecrets
  /** Told by the protocols, which see who sends. */
  readonly leftOutBots: LeftOutBots
  readonly #options: AnalyticsOptions
  readonly #allowance: EventAllowance | undefined
  readonly #roller: Roller
  readonly #intake: EventIntake
  readonly #countries = new CountryGuess()

  constructor(options: AnalyticsOptions) {
    const { mode, storeOf, clock, log, isReserveReached, eventsPerMinute = EVENTS_PER_MINUTE_DEFAULT } = options
    this.#options = options
    this.secrets = new ApiSecrets(options)
    this.leftOutBots = new LeftOutBots(clock)
    if (mode === 'start') this.#allowance = new EventAllowance({ clock, log, eventsPerMinute })
    this.#roller = new Roller({ storeOf, clock, log })
    this.#intake = new EventIntake({
      storeOf,
      clock,
      isReserveReached,
      onKept: (project, count) => this.#roller.noteEvents(project, count),
    })
  }

  /**
   * Resolves when the events are durable. Throws what `EventAllowance.take` throws under `hearth start`, `resource-exhausted`/`DISK_FULL`
   * when what is left of the disk is for documents, and `unavailable`/`INTAKE_BUSY` when more wait than the disk takes.
   */
  async collect(app: ReportingApp, batch: ReportedBatch, sender: EventSender): Promise<void> {
    if (batch.events.length === 0) return
    const counted = this.#allowance?.take(app, batch, sender)
    try {
      await this.#intake.take(app, batch)
    } catch (error) {
      // Nothing of it was kept.
      counted?.giveBack()
      throw error
    }
  }

  async runReport(project: string, request: ReportRequest): Promise<Report> {
    const store = await this.#rolledUp(project)
    const apps = (await this.#options.listApps(project)).map(({ appId }) => appId)
    return await runReport({ store, apps, guessCountry: () => this.#countries.load() }, request)
  }

  async runRealtimeReport(project: string, request: RealtimeReportRequest): Promise<Report> {
    const store = await this.#rolledUp(project)
    return await runRealtimeReport(store, request, minuteOf(this.#options.clock.nowMs()))
  }

  async readRetention(
    project: string,
    request: { unit: CohortUnit; first: number; last: number; app: string | undefined },
  ): Promise<Retention> {
    const store = await this.#rolledUp(project)
    const apps = (await this.#options.listApps(project)).map(({ appId }) => appId)
    const asked = apps.filter((id) => request.app === undefined || id === request.app)
    return await readRetention(store, asked, { ...request, today: await this.today(project) })
  }

  async runFunnel(project: string, request: FunnelRequest): Promise<Funnel> {
    return await runFunnel(await this.#rolledUp(project), request)
  }

  async readCatalog(project: string): Promise<Catalog> {
    await this.#rolledUp(project)
    return await this.#roller.readCatalog(project)
  }

  /** @param days those on which the events arrived, in the project's time zone */
  async list(
    project: string,
    {
      days,
      ...listing
    }: Omit<EventListing, 'arrived'> & { readonly days?: Pick<DayRange, 'first' | 'last'> | undefined },
  ): Promise<EventPage> {
    const store = await this.#options.storeOf(project)
    const zone = TimeZone.of((await readSettings(store)).timeZone)
    const arrived = days && { fromMs: zone.startOf(days.first), untilMs: zone.startOf(days.last + 1) }
    return await listEvents(store, { ...listing, arrived }, await this.#countries.load())
  }

  /** See `listUserBatches`. */
  async listUserBatches(
    project: string,
    whose: BatchesOf,
    page: { before: number; limit: number },
  ): Promise<UserBatches> {
    return await listUserBatches(await this.#options.storeOf(project), whose, page)
  }

  async getSettings(project: string): Promise<AnalyticsSettings> {
    const { retentionMonths, timeZone } = await readSettings(await this.#options.storeOf(project))
    return { retentionMonths, timeZone }
  }

  /**
   * Changes what is named. Another time zone counts for what arrives from now on: days that were counted stay as they are. Throws
   * `invalid-argument`/`INVALID_RETENTION`, `INVALID_TIME_ZONE`; `aborted`/`CONFLICT` when others never stop changing them.
   */
  async updateSettings(project: string, change: SettingsChange): Promise<AnalyticsSettings> {
    assertSettings(change)
    const store = await this.#options.storeOf(project)
    for (let attempt = 1; ; attempt++) {
      const settings = await readSettings(store)
      const rolledTo = await readRolledTo(store)
      const newest = (await newestLogKey(store)) ?? ''
      const record = settings.changed(change, newest > rolledTo.key ? newest : rolledTo.key)
      try {
        await store.commit({ expect: [settings.expectation, rolledTo.expectation], records: [record] })
        return await this.getSettings(project)
      } catch (error) {
        const isOvertaken = error instanceof StatusError && error.reason === 'CONFLICT'
        if (!isOvertaken || attempt === ATTEMPTS_MAX) throw error
      }
    }
  }

  /** Today's day in the project's time zone, as in `days.ts`. */
  async today(project: string): Promise<number> {
    const { zone } = await readSettings(await this.#options.storeOf(project))
    return zone.dayOf(this.#options.clock.nowMs())
  }

  /** Removes what is older than the project keeps. */
  async sweep(project: string): Promise<void> {
    const store = await this.#rolledUp(project)
    await sweepEvents(store, await this.#roller.readCatalog(project), this.#options.clock.nowMs())
  }

  /** Waits for what is being rolled up. */
  async close(): Promise<void> {
    await this.#roller.close()
  }

  async #rolledUp(project: string): Promise<ProjectStore> {
    await this.#roller.catchUp(project)
    return await this.#options.storeOf(project)
  }
}

/** Records removed in one commit. */
const BATCH_SIZE = 200
const PRINTS_PER_COMMIT = 2_000
const USERS_PER_PAGE = 2_000

/**
 * Removes what is older than the project keeps events: the events, the trails that funnels read, and users without an event since;
 * and the minutes of real-time reports after an hour, and after days what tells which events come again. Must not run before what
 * it removes is rolled up.
 */
async function sweepEvents(store: ProjectStore, catalog: Catalog, nowMs: number): Promise<void> {
  const since = keptSince(await readSettings(store), nowMs)
  while (await trimLog(store, since, BATCH_SIZE));
  while (await trimPrints(store, nowMs, PRINTS_PER_COMMIT));
  for (const event of [...catalog.events.keys(), OTHER_VALUES]) {
    // In time zones behind UTC the day before is not over.
    while (await trimTrail(store, event, dayOf(since) - 1, BATCH_SIZE));
  }
  while (await trimMinutes(store, minuteOf(nowMs - REALTIME_KEPT_MS), BATCH_SIZE));
  let after: string | undefined = ''
  while (after !== undefined) {
    const from: string = after
    const page = await store.read((snapshot) =>
      trimUsers(snapshot, { after: from, sinceDay: dayOf(since), limit: USERS_PER_PAGE }),
    )
    if (page.changes.length > 0) await store.commit({ records: page.changes })
    after = page.next
  }
}

/** Events that were answered and not counted, because what sent them calls itself a program. */
interface LeftOut {
  readonly events: number
  /** When the counting began: with this process. RFC 3339. */
  readonly since: string
}

/** Counts by project, in memory: it is a hint for whoever looks for events that don't appear. Projects exist, so that they are few. */
class LeftOutBots {
  readonly #since: string
  readonly #events = new Map<string, number>()

  constructor(clock: Clock) {
    this.#since = new Date(clock.nowMs()).toISOString()
  }

  note(project: string, events: number): void {
    this.#events.set(project, this.countOf(project).events + events)
  }

  countOf(project: string): LeftOut {
    return { events: this.#events.get(project) ?? 0, since: this.#since }
  }
}
