import { StatusError } from '@hearth/model'
import type { Clock } from '../../lib/ambient.ts'
import type { ProjectStore, RecordChange } from '../../persistence/persistence.ts'
import type { ReportedBatch, ReportedEvent, ReportingApp } from '../event.ts'
import { logRecords, newestLogKey, nextLogKey } from '../event-log.ts'
import { hashText } from '../hash-text.ts'
import { keepBatch, timeOf } from './keep-batch.ts'
import { printRecord, readPrints, SeenEvents } from './seen-events.ts'

export interface EventIntakeOptions {
  /** The store of a project that exists. */
  readonly storeOf: (project: string) => Promise<ProjectStore>
  readonly clock: Clock
  /** Whether the disk has no more left than what documents need. */
  readonly isReserveReached: () => Promise<boolean>
  /** Told of events that are durable. */
  readonly onKept: (project: string, count: number) => void
}

/** Batches that become durable together. */
interface Group {
  readonly texts: string[]
  readonly prints: number[]
  readonly printRecords: RecordChange[]
  length: number
  events: number
  readonly durable: PromiseWithResolvers<void>
}

/** The way of a project's events into its store. */
interface Line {
  readonly store: ProjectStore
  readonly seen: SeenEvents
  lastKey: string | undefined
  /** The first is being written; what arrives goes into the last. */
  readonly groups: Group[]
  /** Characters in all groups. */
  length: number
  isWriting: boolean
}

const GROUP_LENGTH_MAX = 4 * 1024 * 1024
const WAITING_LENGTH_MAX = 32 * 1024 * 1024
const LINES_MAX = 256
/** Clocks and networks may make an event look so much younger than it is. */
const AGE_TOLERANCE_MS = 5_000
const ATTEMPTS_MAX = 8

/**
 * Takes events in: those that arrive while others are being written become durable together, in one commit. Bounded: beyond 32 Mi
 * characters of a project that wait, batches are refused.
 */
export class EventIntake {
  readonly #options: EventIntakeOptions
  /** The one used longest ago first. */
  readonly #lines = new Map<string, Promise<Line>>()

  constructor(options: EventIntakeOptions) {
    this.#options = options
  }

  /**
   * Resolves when the events are durable, those too that are known from before. Throws `unavailable`/`INTAKE_BUSY` when more wait than
   * the disk takes, `resource-exhausted`/`DISK_FULL` when what is left of it is for documents, and what the store throws.
   */
  async take(app: ReportingApp, batch: ReportedBatch): Promise<void> {
    if (await this.#options.isReserveReached()) {
      const text = 'The server has no space left for events. Send them again later.'
      throw new StatusError('resource-exhausted', 'DISK_FULL', text, { details: { retryAfterSeconds: 60 } })
    }
    const line = await this.#lineOf(app.project)
    if (line.length >= WAITING_LENGTH_MAX) {
      throw new StatusError(
        'unavailable',
        'INTAKE_BUSY',
        'More events wait than the disk takes. Send them again later.',
        {
          details: { retryAfterSeconds: 1 },
        },
      )
    }
    const now = this.#options.clock.nowMs()
    const prints = printsOf(app, batch)
    const known = await this.#readKnown(line, batch, prints, now)
    const isTaken = prints.map((print) => {
      if (print === undefined) return true
      if (line.seen.has(print) || known.has(print)) return false
      known.add(print)
      return true
    })
    const kept = keepBatch(app, batch, now, isTaken)
    // What is known may still be on its way to the disk.
    const others = kept.events.length < batch.events.length ? line.groups.map(({ durable }) => durable.promise) : []
    if (kept.events.length > 0) {
      const group = openGroup(line)
      const text = JSON.stringify(kept)
      group.texts.push(text)
      group.length += text.length
      group.events += kept.events.length
      line.length += text.length
      const [first, ...rest] = prints.filter((print) => print !== undefined)
      if (first !== undefined) group.printRecords.push(printRecord([first, ...rest], now))
      for (const [index, print] of prints.entries()) {
        if (print === undefined || isTaken[index] !== true) continue
        line.seen.add(print)
        group.prints.push(print)
      }
      others.push(group.durable.promise)
      if (!line.isWriting) {
        line.isWriting = true
        // At the end of the turn, with all that arrived in it.
        setImmediate(() => void this.#write(app.project, line))
      }
    }
    await Promise.all(others)
  }

  /** What was taken in longer ago than is in memory, where events of the batch may be so old. */
  async #readKnown(
    line: Line,
    { events, sentAt }: ReportedBatch,
    prints: readonly (number | undefined)[],
    now: number,
  ): Promise<Set<number>> {
    const known = new Set<number>()
    const first = prints.find((print) => print !== undefined)
    if (first === undefined) return known
    let since = now
    for (const [index, event] of events.entries()) {
      // Without a time it may be of any age.
      if (prints[index] !== undefined)
        since = Math.min(since, event.time === undefined ? 0 : timeOf(event, sentAt, now) - AGE_TOLERANCE_MS)
    }
    if (since < line.seen.since) await readPrints(line.store, first, { since, now }, known)
    return known
  }

  async #write(project: string, line: Line): Promise<void> {
    for (let group = line.groups[0]; group !== undefined; group = line.groups[0]) {
      // From here on it is closed: what arrives while it is written goes into another.
      if (line.groups.length === 1) line.groups.push(newGroup())
      try {
        await this.#append(line, group)
        group.durable.resolve()
        this.#options.onKept(project, group.events)
      } catch (error) {
        for (const print of group.prints) line.seen.delete(print)
        group.durable.reject(error)
      }
      line.groups.shift()
      line.length -= group.length
      if (line.groups.length === 1 && line.groups[0]?.texts.length === 0) line.groups.pop()
    }
    line.isWriting = false
  }

  /** Nobody else's records are written over: a key that is taken is followed by the next. */
  async #append(line: Line, { texts, printRecords }: Group): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const records = logRecords(texts, () => {
        line.lastKey = nextLogKey(this.#options.clock.nowMs(), line.lastKey)
        return line.lastKey
      })
      try {
        const expect = records.map(({ space, key }) => ({ kind: 'record', space, key, revision: 0 }) as const)
        await line.store.commit({ expect, records: [...records, ...printRecords] })
        return
      } catch (error) {
        const isTaken = error instanceof StatusError && error.reason === 'CONFLICT'
        if (!isTaken || attempt === ATTEMPTS_MAX) throw error
        line.lastKey = await newestLogKey(line.store)
      }
    }
  }

  async #lineOf(project: string): Promise<Line> {
    let opening = this.#lines.get(project)
    if (opening === undefined) {
      opening = this.#open(project)
      this.#lines.set(project, opening)
      await this.#makeRoom()
    } else {
      this.#lines.delete(project)
      this.#lines.set(project, opening)
    }
    try {
      const line = await opening
      if (line.store.isReady || line.store === (await this.#options.storeOf(project))) return line
    } catch (error) {
      this.#lines.delete(project)
      throw error
    }
    // The project was restored: this line leads to a store that is none any more.
    if (this.#lines.get(project) === opening) this.#lines.delete(project)
    return await this.#lineOf(project)
  }

  /** A line with events on their way is never given up. */
  async #makeRoom(): Promise<void> {
    if (this.#lines.size <= LINES_MAX) return
    for (const [project, opening] of this.#lines) {
      const line = await opening.catch(() => undefined)
      if (line?.isWriting === true) continue
      this.#lines.delete(project)
      return
    }
  }

  async #open(project: string): Promise<Line> {
    const { clock, storeOf } = this.#options
    const store = await storeOf(project)
    const seen = new SeenEvents(clock)
    return { store, seen, lastKey: await newestLogKey(store), groups: [], length: 0, isWriting: false }
  }
}

function openGroup(line: Line): Group {
  const last = line.groups.at(-1)
  if (last !== undefined && last.length < GROUP_LENGTH_MAX) return last
  const group = newGroup()
  line.groups.push(group)
  return group
}

function newGroup(): Group {
  const durable = Promise.withResolvers<void>()
  // Whoever waits hears of a failure; there may be nobody.
  durable.promise.catch(() => {})
  return { texts: [], prints: [], printRecords: [], length: 0, events: 0, durable }
}

/**
 * What each event of a batch is known by when it comes again: its id, else everything that it says; equal ones of one batch are told apart by
 * their order in it. Undefined without id and time: then two that are equal are two.
 */
function printsOf({ appId }: ReportingApp, { clientId, events }: ReportedBatch): (number | undefined)[] {
  const client = `${appId}\0${clientId}\0`
  const inBatch = new Map<number, number>()
  return events.map((event) => printOf(client, event, inBatch))
}

function printOf(
  client: string,
  { id, name, time, params, engagementMs }: ReportedEvent,
  inBatch: Map<number, number>,
): number | undefined {
  if (id !== undefined) return hashText(client + id)
  if (time === undefined) return undefined
  const text = `${client}${time}\0${name}\0${engagementMs ?? ''}\0${JSON.stringify(params)}`
  const print = hashText(text)
  const equals = inBatch.get(print) ?? 0
  inBatch.set(print, equals + 1)
  return equals === 0 ? print : hashText(`${text}\0${equals}`)
}
