import { StatusError } from '@hearth/model'
import { NetworkRateLimit, type CountedCall, RateLimit } from '../../lib/rate-limit.ts'
import type { Clock, Log } from '../../lib/ambient.ts'
import { networksOf } from '../../lib/network-of.ts'
import { CONSOLE_PROJECT } from '../../projects/project-id.ts'
import type { ReportedBatch, ReportingApp } from '../event.ts'

/** Who sends events: a visitor from an address, or a server with a secret of the app. */
export type EventSender =
  | { readonly kind: 'visitor'; readonly address: string }
  | { readonly kind: 'server'; readonly secret: string }

const KIB = 1024
const MIB = 1024 * KIB
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * What is let in under `hearth start`. Of one network: an office of 500 people behind one address, each with an event a second, and 300 events
 * of 400 bytes each on a day. It is a twentieth of an app's rate and an eighth of a project's day, so a /48 of IPv6, which has four times as
 * much, leaves half of the day. The last quarter of a day is for networks that have sent little: the events of some eight people. Anybody may
 * report for the console, whose pages send an event for each screen.
 */
const figures = {
  networkEventsPerMinute: 30_000,
  networkBytesPerMinute: 8 * MIB,
  networkBytesPerDay: 64 * MIB,
  secretEventsShare: 0.5,
  secretBytesPerDay: 256 * MIB,
  projectDay: { bytes: 512 * MIB, littleBytes: MIB },
  consoleNetworkEventsPerMinute: 3_000,
  consoleNetworkBytesPerMinute: MIB,
  consoleNetworkBytesPerDay: 4 * MIB,
  consoleDay: { bytes: 32 * MIB, littleBytes: 128 * KIB },
} as const

/** What those that have sent more than little get of a day. */
const LARGE_SHARE = 3 / 4
/** What the records of a batch and of an event take besides what they say: keys, times, prints, roll-ups. */
const BATCH_BYTES = 512
const EVENT_BYTES = 128
const WARNED_AGAIN_MS = 60 * MINUTE_MS

/** Counts events and the bytes that they take on the disk: by who sends them, by app and by project. Bounded as `RateLimit`. */
export class EventAllowance {
  readonly #log: Log
  readonly #networks: NetworkAllowance
  readonly #consoleNetworks: NetworkAllowance
  readonly #secretEvents: RateLimit
  readonly #secretBytes: RateLimit
  readonly #appEvents: RateLimit
  readonly #projectDay: ProjectDay
  readonly #consoleDay: ProjectDay
  readonly #warnings: RateLimit

  constructor({ clock, log, eventsPerMinute }: { clock: Clock; log: Log; eventsPerMinute: number }) {
    const perMinute = (calls: number) => new RateLimit({ calls, windowMs: MINUTE_MS, clock })
    const perDay = (calls: number) => new RateLimit({ calls, windowMs: DAY_MS, clock })
    this.#log = log
    this.#networks = new NetworkAllowance(clock, {
      eventsPerMinute: figures.networkEventsPerMinute,
      bytesPerMinute: figures.networkBytesPerMinute,
      bytesPerDay: figures.networkBytesPerDay,
    })
    this.#consoleNetworks = new NetworkAllowance(clock, {
      eventsPerMinute: figures.consoleNetworkEventsPerMinute,
      bytesPerMinute: figures.consoleNetworkBytesPerMinute,
      bytesPerDay: figures.consoleNetworkBytesPerDay,
    })
    this.#secretEvents = perMinute(figures.secretEventsShare * eventsPerMinute)
    this.#secretBytes = perDay(figures.secretBytesPerDay)
    this.#appEvents = perMinute(eventsPerMinute)
    this.#projectDay = new ProjectDay(clock, figures.projectDay)
    this.#consoleDay = new ProjectDay(clock, figures.consoleDay)
    this.#warnings = new RateLimit({ calls: 1, windowMs: WARNED_AGAIN_MS, clock })
  }

  /**
   * Counts a batch, everywhere or nowhere, in one synchronous step. Throws `resource-exhausted` with `details.retryAfterSeconds`:
   * `TOO_MANY_REQUESTS` for a sender or an app that sends too much, `EVENT_QUOTA_REACHED` when the project has had its bytes of the day,
   * or this sender more than little of them and those like it their share.
   */
  take({ project, appId }: ReportingApp, batch: ReportedBatch, sender: EventSender): CountedCall {
    const events = batch.events.length
    const bytes = storedBytesOf(batch)
    const taken: CountedCall[] = []
    const giveBack = (): void => taken.forEach((call) => call.giveBack())
    try {
      if (sender.kind === 'server') {
        const key = `${appId}/${sender.secret}`
        taken.push(this.#secretEvents.take(key, events), this.#secretBytes.take(key, bytes))
      } else {
        const networks = project === CONSOLE_PROJECT ? this.#consoleNetworks : this.#networks
        taken.push(networks.take(sender.address, events, bytes))
      }
      taken.push(this.#appEvents.take(appId, events), this.#takeOfDay(project, sender, bytes))
    } catch (error) {
      giveBack()
      throw error
    }
    return { giveBack }
  }

  #takeOfDay(project: string, sender: EventSender, bytes: number): CountedCall {
    const day = project === CONSOLE_PROJECT ? this.#consoleDay : this.#projectDay
    try {
      return day.take(project, siteOf(sender), bytes)
    } catch (cause) {
      if (!(cause instanceof StatusError)) throw cause
      this.#warn(project)
      const message = 'The project has had as many bytes of events as it may have in a day. Send them again later.'
      throw new StatusError('resource-exhausted', 'EVENT_QUOTA_REACHED', message, {
        details: { ...cause.details },
        cause,
      })
    }
  }

  #warn(project: string): void {
    try {
      this.#warnings.take(project)
    } catch {
      return
    }
    this.#log.warn({ project }, 'a project has had the bytes of events of a day; more are refused')
  }
}

/** What projects may have in a day: all of it those that have sent little, and the others three quarters of it together. */
class ProjectDay {
  readonly #whole: RateLimit
  readonly #ofLarge: RateLimit
  readonly #little: RateLimit

  constructor(clock: Clock, most: { readonly bytes: number; readonly littleBytes: number }) {
    const perDay = (calls: number) => new RateLimit({ calls, windowMs: DAY_MS, clock })
    this.#whole = perDay(most.bytes)
    this.#ofLarge = perDay(LARGE_SHARE * most.bytes)
    this.#little = perDay(most.littleBytes)
  }

  /** Throws as `RateLimit.take`. */
  take(project: string, site: string, bytes: number): CountedCall {
    const whole = this.#whole.take(project, bytes)
    try {
      const ofSite = this.#takeLittle(`${project} ${site}`, bytes) ?? this.#ofLarge.take(project, bytes)
      return {
        giveBack() {
          whole.giveBack()
          ofSite.giveBack()
        },
      }
    } catch (error) {
      whole.giveBack()
      throw error
    }
  }

  #takeLittle(key: string, bytes: number): CountedCall | undefined {
    try {
      return this.#little.take(key, bytes)
    } catch {
      return undefined
    }
  }
}

/** The widest network of a visitor, which has thousands of the narrowest ones, or a server's secret. */
function siteOf(sender: EventSender): string {
  return sender.kind === 'server' ? `secret ${sender.secret}` : (networksOf(sender.address).at(-1) ?? sender.address)
}

/** What may come from one network, and four times as much from the widest around it. */
class NetworkAllowance {
  readonly #eventsOfMinute: NetworkRateLimit
  readonly #bytesOfMinute: NetworkRateLimit
  readonly #bytesOfDay: NetworkRateLimit

  constructor(clock: Clock, most: { eventsPerMinute: number; bytesPerMinute: number; bytesPerDay: number }) {
    this.#eventsOfMinute = new NetworkRateLimit({ calls: most.eventsPerMinute, windowMs: MINUTE_MS, clock })
    this.#bytesOfMinute = new NetworkRateLimit({ calls: most.bytesPerMinute, windowMs: MINUTE_MS, clock })
    this.#bytesOfDay = new NetworkRateLimit({ calls: most.bytesPerDay, windowMs: DAY_MS, clock })
  }

  take(address: string, events: number, bytes: number): CountedCall {
    const taken: CountedCall[] = []
    const giveBack = (): void => taken.forEach((call) => call.giveBack())
    try {
      taken.push(this.#eventsOfMinute.take(address, events))
      taken.push(this.#bytesOfMinute.take(address, bytes))
      taken.push(this.#bytesOfDay.take(address, bytes))
    } catch (error) {
      giveBack()
      throw error
    }
    return { giveBack }
  }
}

function storedBytesOf(batch: ReportedBatch): number {
  return Buffer.byteLength(JSON.stringify(batch)) + BATCH_BYTES + EVENT_BYTES * batch.events.length
}
