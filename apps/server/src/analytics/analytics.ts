import { StatusError } from '@hearth/model'
import { RateLimit } from '../access/rate-limit.ts'
import type { Clock, Log, Random } from '../ambient.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import type { App } from '../projects/projects.ts'
import { type AnalyticsSettings, readSettings, retentionMonthsMax, writeSettings } from './analytics-settings.ts'
import { ApiSecrets } from './api-secrets.ts'
import { dayOf, minuteOf } from './days.ts'
import type { ReportedBatch, ReportingApp } from './event.ts'
import { EventIntake } from './intake/event-intake.ts'
import { type EventListing, type EventPage, listEvents } from './list-events.ts'
import { type Retention, readRetention } from './reports/read-retention.ts'
import type { Report } from './reports/report-request.ts'
import { type Funnel, type FunnelRequest, runFunnel } from './reports/run-funnel.ts'
import { type RealtimeReportRequest, runRealtimeReport } from './reports/run-realtime-report.ts'
import { type ReportRequest, runReport } from './reports/run-report.ts'
import type { Catalog } from './roll-up/catalog.ts'
import { CountryGuess } from './roll-up/country-guess.ts'
import { Roller } from './roll-up/roller.ts'
import type { CohortUnit } from './roll-up/user-activity.ts'
import { sweepEvents } from './sweep-events.ts'

export interface AnalyticsOptions {
  readonly mode: 'start' | 'dev'
  /** The store of a project that exists. */
  readonly storeOf: (project: string) => Promise<ProjectStore>
  readonly listApps: (project: string) => Promise<App[]>
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** What one app may report under `start`; 600,000 unless told. */
  readonly eventsPerMinute?: number
}

const eventsPerMinuteDefault = 600_000

/** Takes in the events of apps, and answers what they come to. */
export class Analytics {
  readonly secrets: ApiSecrets
  readonly #options: AnalyticsOptions
  readonly #rate: RateLimit | undefined
  readonly #roller: Roller
  readonly #intake: EventIntake
  readonly #countries = new CountryGuess()

  constructor(options: AnalyticsOptions) {
    const { mode, storeOf, clock, log, eventsPerMinute = eventsPerMinuteDefault } = options
    this.#options = options
    this.secrets = new ApiSecrets(options)
    if (mode === 'start') this.#rate = new RateLimit({ calls: eventsPerMinute, windowMs: 60_000, clock })
    this.#roller = new Roller({ storeOf, clock, log })
    this.#intake = new EventIntake({
      storeOf,
      clock,
      onKept: (project, count) => this.#roller.noteEvents(project, count),
    })
  }

  /**
   * Resolves when the events are durable. Throws `resource-exhausted`/`TOO_MANY_REQUESTS` under `hearth start` for an app that reports
   * more than 600,000 events in a minute, and `unavailable`/`INTAKE_BUSY` when more wait than the disk takes.
   */
  async collect(app: ReportingApp, batch: ReportedBatch): Promise<void> {
    if (batch.events.length === 0) return
    this.#rate?.take(app.appId, batch.events.length)
    await this.#intake.take(app, batch)
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
    return await readRetention(store, asked, { ...request, today: this.today() })
  }

  async runFunnel(project: string, request: FunnelRequest): Promise<Funnel> {
    return await runFunnel(await this.#rolledUp(project), request)
  }

  async readCatalog(project: string): Promise<Catalog> {
    await this.#rolledUp(project)
    return await this.#roller.readCatalog(project)
  }

  async list(project: string, listing: EventListing): Promise<EventPage> {
    return await listEvents(await this.#options.storeOf(project), listing, await this.#countries.load())
  }

  async getSettings(project: string): Promise<AnalyticsSettings> {
    return await readSettings(await this.#options.storeOf(project))
  }

  /** Throws `invalid-argument`/`INVALID_RETENTION`. */
  async updateSettings(project: string, settings: AnalyticsSettings): Promise<AnalyticsSettings> {
    const { retentionMonths } = settings
    if (!Number.isInteger(retentionMonths) || retentionMonths < 1 || retentionMonths > retentionMonthsMax) {
      const text = `Events are kept for 1 to ${retentionMonthsMax} months.`
      throw new StatusError('invalid-argument', 'INVALID_RETENTION', text)
    }
    await writeSettings(await this.#options.storeOf(project), { retentionMonths })
    return { retentionMonths }
  }

  /** Today's day in UTC, as in `days.ts`. */
  today(): number {
    return dayOf(this.#options.clock.nowMs())
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
