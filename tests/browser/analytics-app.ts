import { ConsoleAccount, type AppConfiguration } from '../../apps/server/src/testing/console-account.ts'
import { owner, type ConsoleWorld } from './console-world.ts'

export interface ReportedEvent {
  readonly name: string
  readonly params?: Readonly<Record<string, string | number>>
  readonly daysAgo?: number
  /** After the day's first moment of the report; orders events. */
  readonly seconds?: number
  readonly engagementMs?: number
}

const dayMs = 86_400_000

/** An app that reports events over HTTP as its SDK does. */
export class AnalyticsApp {
  readonly #world: ConsoleWorld
  readonly #measurementId: string
  readonly appId: string

  private constructor(world: ConsoleWorld, { measurementId, appId }: AppConfiguration) {
    this.#world = world
    this.#measurementId = measurementId
    this.appId = appId
  }

  static async of(world: ConsoleWorld, project = 'demo-app'): Promise<AnalyticsApp> {
    const account = await ConsoleAccount.signIn(world, owner.email, owner.password)
    const { app } = await account.enter(project)
    return new AnalyticsApp(world, app)
  }

  /** What one user did. */
  async report(
    clientId: string,
    events: readonly ReportedEvent[],
    who: { readonly userProperties?: object; readonly timeZone?: string } = {},
  ): Promise<void> {
    const now = Date.now()
    const response = await fetch(`${this.#world.origin}/hearth/v1/collect`, {
      method: 'POST',
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0' },
      body: JSON.stringify({
        measurementId: this.#measurementId,
        clientId,
        userProperties: who.userProperties ?? {},
        sentAt: now,
        device: { language: 'en-GB', timeZone: who.timeZone ?? 'Europe/London', appVersion: '2.1.0' },
        events: events.map(({ name, params = {}, daysAgo = 0, seconds = 0, engagementMs }) => ({
          name,
          params,
          time: now - daysAgo * dayMs - 60_000 + seconds * 1000,
          ...(engagementMs !== undefined && { engagementMs }),
        })),
      }),
    })
    if (response.status !== 204) throw new Error(`The events were refused: ${await response.text()}`)
  }

  /** Some weeks of a small shop. */
  async reportWeeks(): Promise<void> {
    for (let user = 0; user < 24; user++) {
      const first = 27 - user
      const days = [first, first - 1, first - 7, first - 8, first - 14].filter(
        (day) => day >= 0 && (user + day) % 4 !== 0,
      )
      for (const daysAgo of new Set([Math.max(0, first), ...days])) {
        await this.report(
          `client-${user}`,
          [
            ...(daysAgo === Math.max(0, first) ? [{ name: 'first_visit', daysAgo }] : []),
            { name: 'session_start', daysAgo },
            {
              name: 'page_view',
              daysAgo,
              seconds: 1,
              engagementMs: 12_000,
              params: { page_title: user % 2 === 0 ? 'Shop' : 'Offers', page_location: 'https://shop.example/offers' },
            },
            ...(user % 2 === 0
              ? [{ name: 'add_to_cart', daysAgo, seconds: 5, params: { item: `book ${user % 3}`, value: 10 + user } }]
              : []),
            ...(user % 4 === 0 ? [{ name: 'purchase', daysAgo, seconds: 30, params: { value: 20 + user } }] : []),
          ],
          {
            userProperties: { plan: user % 3 === 0 ? 'paid' : 'free' },
            timeZone: user % 5 === 0 ? 'Europe/Berlin' : 'Europe/London',
          },
        )
      }
    }
  }
}
