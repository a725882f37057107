import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Log, systemRandom } from '../lib/ambient.ts'
import { Analytics } from '../analytics/analytics.ts'
import type { ReportedBatch, ReportingApp } from '../analytics/event.ts'
import type { EventSender } from '../analytics/intake/event-allowance.ts'
import { DiskReserve, type DiskSpace, EVENT_RESERVES } from '../blobs/disk/disk-reserve.ts'
import { SqlitePersistence } from '../persistence/sqlite/sqlite-persistence.ts'
import type { App } from '../projects/projects.ts'
import { decodeRealtimeReport, decodeReport } from '../protocols/report-messages/decode-report.ts'
import { sharedParts } from './shared-parts.ts'

export const analyticsApps: readonly ReportingApp[] = [
  { project: 'demo-app', appId: '1:123456789012:web:a', platform: 'web' },
  { project: 'demo-app', appId: '1:123456789012:ios:b', platform: 'ios' },
]

interface WorldOptions {
  readonly eventsPerMinute?: number
  /** Of a disk with room, unless told. */
  readonly spaceOf?: () => Promise<DiskSpace>
}

/** The analytics service over a store in a folder of its own, without any protocol, at a time of the test's choice. */
export class AnalyticsWorld implements AsyncDisposable {
  /** 2026-11-20T12:00:00Z, a Friday. */
  nowMs = Date.UTC(2026, 10, 20, 12)
  readonly project = 'demo-app'
  readonly #folder: string
  readonly #options: WorldOptions
  readonly #errors: unknown[] = []
  readonly warnings: unknown[] = []
  #senders = 0
  #persistence: SqlitePersistence
  #analytics: Analytics

  private constructor(folder: string, persistence: SqlitePersistence, options: WorldOptions) {
    this.#folder = folder
    this.#options = options
    this.#persistence = persistence
    this.#analytics = this.#newAnalytics()
  }

  static async open(options: WorldOptions = {}): Promise<AnalyticsWorld> {
    const folder = await mkdtemp(join(tmpdir(), 'hearth-analytics-'))
    return new AnalyticsWorld(folder, await openPersistence(folder), options)
  }

  get analytics(): Analytics {
    return this.#analytics
  }

  store() {
    return this.#persistence.openProject(this.project)
  }

  /** From an address of its own, unless told. */
  async collect(
    batch: Partial<ReportedBatch> & Pick<ReportedBatch, 'clientId' | 'events'>,
    app = 0,
    sender: EventSender = { kind: 'visitor', address: `sender-${this.#senders++}` },
  ): Promise<void> {
    const whole = { userProperties: {}, device: {}, ...batch }
    await this.#analytics.collect(analyticsApps[app] as ReportingApp, whole, sender)
  }

  /** A report as the wire asks for it; its rows as texts and numbers. */
  async report(request: object, app?: string): Promise<(string | number)[][]> {
    const report = await this.#analytics.runReport(
      this.project,
      decodeReport(
        { dateRanges: [{ startDate: '60daysAgo', endDate: 'today' }], ...request },
        app,
        await this.#analytics.today(this.project),
      ),
    )
    return report.rows.map(({ dimensions, metrics }) => [...dimensions, ...metrics])
  }

  async realtimeReport(request: object): Promise<(string | number)[][]> {
    const report = await this.#analytics.runRealtimeReport(this.project, decodeRealtimeReport(request, undefined))
    return report.rows.map(({ dimensions, metrics }) => [...dimensions, ...metrics])
  }

  /** As a process that ends and starts anew. */
  async restart(): Promise<void> {
    await this.#analytics.close()
    await this.#persistence.close()
    this.#persistence = await openPersistence(this.#folder)
    this.#analytics = this.#newAnalytics()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#analytics.close()
    await this.#persistence.close()
    await rm(this.#folder, { recursive: true, force: true })
    if (this.#errors.length > 0) throw new Error('The log has errors.', { cause: this.#errors[0] })
  }

  #newAnalytics(): Analytics {
    const log: Log = {
      info() {},
      warn: (fields) => void this.warnings.push(fields),
      error: ({ err }) => void this.#errors.push(err),
    }
    const { spaceOf = async () => ({ free: 1, total: 1 }), ...options } = this.#options
    const clock = { nowMs: () => this.nowMs }
    const reserve = new DiskReserve(spaceOf, clock, EVENT_RESERVES)
    return new Analytics({
      ...options,
      mode: 'start',
      storeOf: (project) => this.#persistence.openProject(project),
      listApps: async () => analyticsApps as App[],
      clock,
      random: systemRandom,
      log,
      isReserveReached: () => reserve.isReached(),
    })
  }
}

async function openPersistence(folder: string): Promise<SqlitePersistence> {
  return await SqlitePersistence.open({ folder, clock: { nowMs: () => Date.now() }, writer: sharedParts.writer })
}
