import { StatusError } from '@hearth/model'
import { RateLimit } from '../access/rate-limit.ts'
import type { Clock, Random } from '../ambient.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import type { AnalyticsEvent, ReportedEvent, Reporter } from './event.ts'

export interface AnalyticsOptions {
  /** The store of a project that exists. */
  readonly storeOf: (project: string) => Promise<ProjectStore>
  readonly clock: Clock
  readonly random: Random
}

export interface EventPage {
  readonly events: readonly AnalyticsEvent[]
  readonly nextPageToken: string | undefined
}

const space = 'event'
const eventsPerMinuteAndApp = 60_000
const pageSizeMax = 500

/**
 * Takes in the events of apps and lists them. Each is a record of the space `event`; its key is the time of arrival in
 * milliseconds, its place in the batch and six random bytes, so that the order of keys is the order of time:
 * `0001795312345678-009f86d081884c`.
 */
export class Analytics {
  readonly #options: AnalyticsOptions
  readonly #rate: RateLimit

  constructor(options: AnalyticsOptions) {
    this.#options = options
    this.#rate = new RateLimit({ calls: eventsPerMinuteAndApp, windowMs: 60_000, clock: options.clock })
  }

  /** Resolves when the events are durable. Throws `resource-exhausted`/`TOO_MANY_REQUESTS` for an app that reports too much. */
  async collect(
    app: { project: string; appId: string },
    reporter: Reporter,
    events: readonly ReportedEvent[],
  ): Promise<void> {
    if (events.length === 0) return
    this.#rate.take(app.appId, events.length)
    const receivedAt = this.#options.clock.nowMs()
    const store = await this.#options.storeOf(app.project)
    await store.commit({
      records: events.map((event, index) => ({
        space,
        key: this.#newKey(receivedAt, index),
        value: JSON.stringify({ ...event, ...reporter, appId: app.appId, receivedAt }),
      })),
    })
  }

  /** The newest first; at most 500. Throws `invalid-argument`/`INVALID_PAGE_TOKEN`. */
  async list(project: string, page: { pageSize: number; pageToken: string | undefined }): Promise<EventPage> {
    if (page.pageToken !== undefined && !/^\d{16}-[0-9a-f]{14}$/.test(page.pageToken)) {
      throw new StatusError('invalid-argument', 'INVALID_PAGE_TOKEN', 'The page token is not one of this list.')
    }
    const limit = Math.min(Math.max(1, page.pageSize), pageSizeMax)
    const store = await this.#options.storeOf(project)
    const range = page.pageToken === undefined ? {} : { end: page.pageToken }
    const records = await store.read((snapshot) =>
      snapshot.listRecords(space, range, { limit: limit + 1, reverse: true }),
    )
    const events = records
      .slice(0, limit)
      .map(({ key, value }): AnalyticsEvent => ({ ...(JSON.parse(value) as Omit<AnalyticsEvent, 'id'>), id: key }))
    return { events, nextPageToken: records.length > limit ? events.at(-1)?.id : undefined }
  }

  /** Events of one batch keep their order: its number in the batch comes before the random part. */
  #newKey(receivedAt: number, index: number): string {
    const order = index.toString(16).padStart(2, '0')
    return `${String(receivedAt).padStart(16, '0')}-${order}${this.#options.random.bytes(6).toString('hex')}`
  }
}
