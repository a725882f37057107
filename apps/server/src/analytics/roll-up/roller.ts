import { StatusError } from '@hearth/model'
import type { Clock, Log } from '../../lib/ambient.ts'
import type { Expectation, ProjectStore, ReadSnapshot, RecordChange } from '../../persistence/persistence.ts'
import type { StoredRecord } from '../../persistence/stored-record.ts'
import { readSettings } from '../analytics-settings.ts'
import { type LogBlock, newestLogKey, readLog } from '../event-log.ts'
import type { TimeZone } from '../time-zone.ts'
import { Turn } from '../../lib/turn.ts'
import { ActivityRecords } from './activity-records.ts'
import { Catalog } from './catalog.ts'
import { CountryGuess } from './country-guess.ts'
import { realtimeDimensions } from './dimensions.ts'
import { decodePartition, encodePartition, mergePartition, minutePrefix } from './partition.ts'
import { Tally } from './tally.ts'
import { trailChanges } from './trail-records.ts'

/** `Partition` by the keys of `partition.ts`. */
export const PARTITION_SPACE = 'analytics-roll-up'
/** `rolled-to`: the key of the last record of the log that is in the roll-ups; `catalog`. */
const STATE_SPACE = 'analytics-state'
const ROLLED_TO_KEY = 'rolled-to'
/** A roll-up is made by itself after so many events, or so long after the first of them. */
const EVENTS_PER_ROUND = 10_000
const ROUND_AFTER_MS = 10_000
/** While so many more arrive in that time, taking them in comes first … */
const BURST_EVENTS = 5_000
const BURST_MS = 250
/** … until so many wait, or for so long. */
const WAITING_EVENTS_MAX = 500_000
const BURST_MS_MAX = 30_000
/** Events in one commit; the last record may go beyond. */
const EVENTS_PER_COMMIT = 20_000
const BLOCKS_PER_PAGE = 20
/** Real-time reports reach half an hour back. */
export const REALTIME_KEPT_MS = 60 * 60_000
const ATTEMPTS_MAX = 8

export interface RollerOptions {
  readonly storeOf: (project: string) => Promise<ProjectStore>
  readonly clock: Clock
  readonly log: Log
}

/** What is known of a project between roll-ups. */
interface Room {
  waitingEvents: number
  /** Since when there are enough for a round that waits for the end of a burst, by `performance.now()`. */
  burstSince: number | undefined
  timer: NodeJS.Timeout | undefined
  /** The roll-up under way, and the one that follows it for all who asked meanwhile. */
  running: Promise<void> | undefined
  next: Promise<void> | undefined
}

/**
 * Turns the log of events into roll-ups. What is rolled up and how far the log was read change in one commit, so that each event counts
 * once, whenever the process ends: roll-ups are always those of a beginning of the log.
 */
export class Roller {
  readonly #options: RollerOptions
  readonly #rooms = new Map<string, Room>()
  /** By store: a project that was restored has another. */
  readonly #activity = new WeakMap<ProjectStore, ActivityRecords>()
  readonly #countries = new CountryGuess()
  #isClosed = false

  constructor(options: RollerOptions) {
    this.#options = options
  }

  /** Hears of events in the log. They will be rolled up soon. */
  noteEvents(project: string, count: number): void {
    if (this.#isClosed) return
    const room = this.#roomOf(project)
    room.waitingEvents += count
    if (room.waitingEvents >= WAITING_EVENTS_MAX) {
      this.#runInBackground(project)
    } else if (room.waitingEvents < EVENTS_PER_ROUND) {
      room.timer ??= setTimeout(() => this.#runInBackground(project), ROUND_AFTER_MS).unref()
    } else if (room.burstSince === undefined) {
      room.burstSince = performance.now()
      this.#runAfterBurst(project, room, room.burstSince)
    }
  }

  #runAfterBurst(project: string, room: Room, since: number): void {
    clearTimeout(room.timer)
    const before = room.waitingEvents
    room.timer = setTimeout(() => {
      const isBurst = room.waitingEvents - before >= BURST_EVENTS && performance.now() - since < BURST_MS_MAX
      if (isBurst || room.running !== undefined) this.#runAfterBurst(project, room, since)
      else this.#runInBackground(project)
    }, BURST_MS).unref()
  }

  /** Resolves when all events that are durable now are in the roll-ups. */
  async catchUp(project: string): Promise<void> {
    const room = this.#roomOf(project)
    if (room.running === undefined) {
      await this.#start(project, room)
      return
    }
    // What runs may have read the end of the log before; the next has not begun.
    room.next ??= room.running
      .catch(() => {})
      .then(() => {
        room.next = undefined
        return this.#start(project, room)
      })
    await room.next
  }

  async readCatalog(project: string): Promise<Catalog> {
    const store = await this.#options.storeOf(project)
    return Catalog.decode((await store.getRecord(STATE_SPACE, 'catalog'))?.value)
  }

  /** Waits for what is under way; the rest is rolled up when it is asked for. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const room of this.#rooms.values()) {
      clearTimeout(room.timer)
      await room.running?.catch(() => {})
    }
  }

  #runInBackground(project: string): void {
    const room = this.#roomOf(project)
    if (room.running !== undefined) return
    this.#start(project, room).catch((err: unknown) =>
      this.#options.log.error({ err, project }, 'the events of a project could not be rolled up'),
    )
  }

  #start(project: string, room: Room): Promise<void> {
    clearTimeout(room.timer)
    room.timer = undefined
    room.waitingEvents = 0
    room.burstSince = undefined
    const running = this.#run(project).finally(() => {
      room.running = undefined
    })
    room.running = running
    return running
  }

  async #run(project: string): Promise<void> {
    const store = await this.#options.storeOf(project)
    const end = await newestLogKey(store)
    if (end === undefined) return
    let failures = 0
    for (;;) {
      try {
        const rolledTo = await this.#rollUpSome(store)
        if (rolledTo === undefined || rolledTo >= end) return
      } catch (error) {
        // Another node was faster, or the settings changed.
        const isOvertaken = error instanceof StatusError && error.reason === 'CONFLICT'
        failures++
        if (!isOvertaken || failures === ATTEMPTS_MAX) throw error
      }
    }
  }

  /** Returns how far the log is rolled up; undefined when there was nothing more. */
  async #rollUpSome(store: ProjectStore): Promise<string | undefined> {
    const guessCountry = await this.#countries.load()
    const settings = await readSettings(store)
    const state = await store.getRecord(STATE_SPACE, ROLLED_TO_KEY)
    const catalog = Catalog.decode((await store.getRecord(STATE_SPACE, 'catalog'))?.value)
    const realtimeSince = this.#options.clock.nowMs() - REALTIME_KEPT_MS
    const tally = new Tally({ catalog, guessCountry, realtimeSince })
    let rolledTo = state?.value
    while (tally.events < EVENTS_PER_COMMIT) {
      const after = rolledTo
      const page = await store.read((snapshot) =>
        readLog(snapshot, { after }, { limit: BLOCKS_PER_PAGE, reverse: false }),
      )
      for (const block of page) {
        if (tally.events >= EVENTS_PER_COMMIT) break
        await tallyInTurns(tally, block, settings.zoneAt(block.key))
        rolledTo = block.key
      }
      if (page.length < BLOCKS_PER_PAGE) break
    }
    if (rolledTo === undefined || rolledTo === state?.value) return undefined
    const activity = this.#activityOf(store)
    const records = await store.read((snapshot) => rollUpChanges(snapshot, tally, activity))
    if (catalog.isChanged) records.push({ space: STATE_SPACE, key: 'catalog', value: catalog.encode() })
    records.push({ space: STATE_SPACE, key: ROLLED_TO_KEY, value: rolledTo })
    await store.commit({ expect: [expectRolledTo(state), settings.expectation], records })
    activity.noteCounted(tally.userDays.values())
    return rolledTo
  }

  #activityOf(store: ProjectStore): ActivityRecords {
    let activity = this.#activity.get(store)
    if (activity === undefined) {
      activity = new ActivityRecords()
      this.#activity.set(store, activity)
    }
    return activity
  }

  #roomOf(project: string): Room {
    let room = this.#rooms.get(project)
    if (room === undefined) {
      room = {
        waitingEvents: 0,
        burstSince: undefined,
        timer: undefined,
        running: undefined,
        next: undefined,
      }
      this.#rooms.set(project, room)
    }
    return room
  }
}

async function tallyInTurns(tally: Tally, block: LogBlock, zone: TimeZone): Promise<void> {
  const turn = new Turn()
  for (const batch of block.batches) {
    tally.add(batch, zone)
    await turn.pause()
  }
}

/** How far the log is rolled up, and what fails when that has changed. */
export async function readRolledTo(store: ProjectStore): Promise<{ key: string; expectation: Expectation }> {
  const state = await store.getRecord(STATE_SPACE, ROLLED_TO_KEY)
  return { key: state?.value ?? '', expectation: expectRolledTo(state) }
}

function expectRolledTo(state: StoredRecord | undefined): Expectation {
  return { kind: 'record', space: STATE_SPACE, key: ROLLED_TO_KEY, revision: state?.revision ?? 0 }
}

/** The records that change when a tally is added to the roll-ups. */
export async function rollUpChanges(
  snapshot: ReadSnapshot,
  tally: Tally,
  activity: ActivityRecords,
): Promise<RecordChange[]> {
  const changes: RecordChange[] = []
  const turn = new Turn()
  for (const [key, added] of tally.partitions()) {
    const stored = await snapshot.getRecord(PARTITION_SPACE, key)
    const partition = stored === undefined ? new Map() : decodePartition(stored.value)
    mergePartition(partition, added)
    changes.push({ space: PARTITION_SPACE, key, value: encodePartition(partition) })
    await turn.pause()
  }
  changes.push(...(await activity.changes(snapshot, tally.userDays.values())))
  changes.push(...(await trailChanges(snapshot, tally.trails.values())))
  return changes
}

/** Removes the real-time roll-ups before a minute, at most `limit` of each dimension. Returns whether there may be more. */
export async function trimMinutes(store: ProjectStore, before: number, limit: number): Promise<boolean> {
  const old = await store.read(async (snapshot) => {
    const found: RecordChange[] = []
    for (const dimension of ['', ...realtimeDimensions]) {
      const range = { start: minutePrefix(dimension, 0), end: minutePrefix(dimension, before) }
      const page = await snapshot.listRecords(PARTITION_SPACE, range, { limit, reverse: false })
      found.push(...page.map(({ key }) => ({ space: PARTITION_SPACE, key, value: undefined })))
    }
    return found
  })
  if (old.length > 0) await store.commit({ records: old })
  return old.length >= limit
}
