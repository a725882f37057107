import type { AlertKind } from '@hearth/api'
import { type Clock, type Log, type Random, steadyMs } from '../lib/ambient.ts'
import type { TaskQueue } from '../lib/task-queue.ts'
import { CONSOLE_PROJECT } from '../projects/project-id.ts'
import type { AlertCalls } from './alert-calls.ts'
import type { AlertSettings } from './alert-settings.ts'
import type { AlertTeller } from './alert-teller.ts'
import { nextEvent, type Incident } from './incident.ts'
import type { Incidents } from './incidents.ts'
import type { Finding, WatchedFigures } from './watched-figures.ts'

const EVERY_MS = 30_000

export interface AlertWatchOptions {
  readonly figures: Pick<WatchedFigures, 'judge'>
  readonly incidents: Incidents
  readonly teller: Pick<AlertTeller, 'tell'>
  readonly calls: Pick<AlertCalls, 'deliverDue'>
  readonly settings: { get(scope: string): Promise<AlertSettings> }
  readonly listProjects: () => Promise<readonly { readonly id: string }[]>
  /** What changes incidents, one after the other. */
  readonly queue: TaskQueue
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

/**
 * Looks at the figures of all projects and of the server, and opens and ends incidents. What is open lies in the store, so a process that begins
 * anew neither tells of it again nor forgets its end.
 */
export class AlertWatch {
  readonly #options: AlertWatchOptions
  /** By scope and kind, from when on its figures have been fine without a break, in steady time. */
  readonly #fineSince = new Map<string, number>()
  #isStopped = false

  constructor(options: AlertWatchOptions) {
    this.#options = options
  }

  /** Returns what stops it; that waits for the round under way. */
  start(everyMs = EVERY_MS): () => Promise<void> {
    let looking = Promise.resolve()
    const look = (): void => {
      looking = this.look().then(() => {
        if (!this.#isStopped) timer = setTimeout(look, everyMs).unref()
      })
    }
    let timer = setTimeout(look, everyMs).unref()
    return async () => {
      this.#isStopped = true
      clearTimeout(timer)
      await looking
    }
  }

  /** One round. Resolves when it is over; what failed is in the log. */
  async look(): Promise<void> {
    await this.#options.queue
      .run(() => this.#look())
      .catch((err: unknown) => this.#options.log.error({ err }, 'alerts could not be looked for'))
    // A receiver that is slow holds up no round.
    void this.#options.calls.deliverDue()
  }

  async #look(): Promise<void> {
    const { figures, incidents, listProjects, log } = this.#options
    const listed = new Set((await listProjects()).map(({ id }) => id)).add(CONSOLE_PROJECT)
    const open = await incidents.listOpen()
    // A project that was deleted is told nothing of any more.
    const gone = open.filter(({ scope }) => !listed.has(scope))
    if (gone.length > 0) await incidents.commit(gone.map((incident) => incidents.forgotten(incident)))
    const openByPlace = new Map(open.map((incident) => [placeOf(incident), incident]))
    for (const finding of await figures.judge(listed, open)) {
      if (this.#isStopped) return
      const { scope, kind } = finding
      await this.#follow(finding, openByPlace.get(placeOf(finding))).catch((err: unknown) =>
        log.error({ err, project: scope, kind }, 'an incident could not be followed'),
      )
    }
  }

  async #follow(finding: Finding, open: Incident | undefined): Promise<void> {
    const { verdict, figures, scope, kind } = finding
    const { settings, incidents, teller, clock, random, log } = this.#options
    const now = clock.nowMs()
    const event = nextEvent(kind, open, { verdict, now, fineForMs: this.#fineForMs(finding) })
    if (open === undefined && event === undefined) return
    const { kinds } = await settings.get(scope)
    if (!kinds.includes(kind)) {
      if (open !== undefined) await incidents.commit([incidents.forgotten(open)])
      return
    }
    if (event === undefined) return
    const id = random.bytes(9).toString('base64url')
    const begun: Incident = { id, scope, kind, since: now, endedAt: undefined, toldAt: now, figures, messages: [] }
    const incident = open ?? begun
    const about = { project: scope, kind, incident: incident.id }
    if (event === 'opened') log.warn(about, 'an incident began')
    if (event === 'ended') log.info(about, 'an incident is over')
    if (event === 'ended') await teller.tell(event, { ...incident, endedAt: now })
    else await teller.tell(event, { ...incident, figures })
  }

  #fineForMs(finding: Finding): number {
    const place = placeOf(finding)
    if (finding.verdict !== 'fine') {
      this.#fineSince.delete(place)
      return 0
    }
    const now = steadyMs(this.#options.clock)
    const since = this.#fineSince.get(place) ?? now
    this.#fineSince.set(place, since)
    return now - since
  }
}

function placeOf({ scope, kind }: { readonly scope: string; readonly kind: AlertKind }): string {
  return `${scope}/${kind}`
}
