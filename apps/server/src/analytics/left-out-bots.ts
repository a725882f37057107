import type { Clock } from '../lib/ambient.ts'

/** Events that were answered and not counted, because what sent them calls itself a program. */
export interface LeftOut {
  readonly events: number
  /** When the counting began: with this process. RFC 3339. */
  readonly since: string
}

/** Counts by project, in memory: it is a hint for whoever looks for events that don't appear. Projects exist, so that they are few. */
export class LeftOutBots {
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
