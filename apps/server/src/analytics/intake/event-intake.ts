import { StatusError } from '@hearth/model'
import type { Clock } from '../../ambient.ts'
import type { ProjectStore } from '../../persistence/persistence.ts'
import type { ReportedBatch, ReportingApp } from '../event.ts'
import { logKeyAt, logRecords, newestLogKey, nextLogKey, readLog } from '../event-log.ts'
import { keepBatch } from './keep-batch.ts'
import { generationMs, generationSize, SeenEvents } from './seen-events.ts'

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

const groupLengthMax = 4 * 1024 * 1024
const waitingLengthMax = 32 * 1024 * 1024
const linesMax = 256
const blocksPerPage = 20
const attemptsMax = 8

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
    if (line.length >= waitingLengthMax) {
      throw new StatusError(
        'unavailable',
        'INTAKE_BUSY',
        'More events wait than the disk takes. Send them again later.',
        {
          details: { retryAfterSeconds: 1 },
        },
      )
    }
    const kept = keepBatch(app, batch, this.#options.clock.nowMs(), (print) => line.seen.has(print))
    // What is known may still be on its way to the disk.
    const others = kept.events.length < batch.events.length ? line.groups.map(({ durable }) => durable.promise) : []
    if (kept.events.length > 0) {
      const group = openGroup(line)
      const text = JSON.stringify(kept)
      group.texts.push(text)
      group.length += text.length
      group.events += kept.events.length
      line.length += text.length
      for (const { print } of kept.events) {
        if (print === undefined) continue
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

  async #write(project: string, line: Line): Promise<void> {
    for (let group = line.groups[0]; group !== undefined; group = line.groups[0]) {
      // From here on it is closed: what arrives while it is written goes into another.
      if (line.groups.length === 1) line.groups.push(newGroup())
      try {
        await this.#append(line, group.texts)
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
  async #append(line: Line, texts: readonly string[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const records = logRecords(texts, () => {
        line.lastKey = nextLogKey(this.#options.clock.nowMs(), line.lastKey)
        return line.lastKey
      })
      try {
        const expect = records.map(({ space, key }) => ({ kind: 'record', space, key, revision: 0 }) as const)
        await line.store.commit({ expect, records })
        return
      } catch (error) {
        const isTaken = error instanceof StatusError && error.reason === 'CONFLICT'
        if (!isTaken || attempt === attemptsMax) throw error
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
      return await opening
    } catch (error) {
      this.#lines.delete(project)
      throw error
    }
  }

  /** A line with events on their way is never given up. */
  async #makeRoom(): Promise<void> {
    if (this.#lines.size <= linesMax) return
    for (const [project, opening] of this.#lines) {
      const line = await opening.catch(() => undefined)
      if (line?.isWriting === true) continue
      this.#lines.delete(project)
      return
    }
  }

  /** With what arrived in the last hour, so that a restart forgets nothing of it. */
  async #open(project: string): Promise<Line> {
    const { clock, storeOf } = this.#options
    const store = await storeOf(project)
    const seen = new SeenEvents(clock)
    const lastKey = await newestLogKey(store)
    const prints: number[] = []
    const after = logKeyAt(clock.nowMs() - generationMs)
    let before: string | undefined
    while (prints.length < generationSize) {
      const page = await store.read((snapshot) =>
        readLog(snapshot, { after, before }, { limit: blocksPerPage, reverse: true }),
      )
      for (const { batches } of page) {
        for (const { events } of batches) for (const { print } of events) if (print !== undefined) prints.push(print)
      }
      if (page.length < blocksPerPage) break
      before = page.at(-1)?.key
    }
    for (const print of prints.slice(0, generationSize).toReversed()) seen.add(print)
    return { store, seen, lastKey, groups: [], length: 0, isWriting: false }
  }
}

function openGroup(line: Line): Group {
  const last = line.groups.at(-1)
  if (last !== undefined && last.length < groupLengthMax) return last
  const group = newGroup()
  line.groups.push(group)
  return group
}

function newGroup(): Group {
  const durable = Promise.withResolvers<void>()
  // Whoever waits hears of a failure; there may be nobody.
  durable.promise.catch(() => {})
  return { texts: [], prints: [], length: 0, events: 0, durable }
}
