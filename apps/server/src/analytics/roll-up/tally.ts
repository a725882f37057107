import { minuteOf } from '../days.ts'
import type { KeptBatch, KeptEvent } from '../event.ts'
import { hashText } from '../hash-text.ts'
import type { TimeZone } from '../time-zone.ts'
import type { Catalog, ParameterType } from './catalog.ts'
import {
  type DimensionValue,
  dimensionsOfBatch,
  dimensionsOfEvent,
  type GuessCountry,
  OTHER_VALUES,
  realtimeDimensions,
  valueOf,
} from './dimensions.ts'
import { type Cell, dayPartition, minutePartition, newCell, type Partition } from './partition.ts'

/** An event that took longer to arrive is not in the real-time reports. */
const REALTIME_MS = 30 * 60_000
const isRealtime: ReadonlySet<string> = new Set(realtimeDimensions)

/** One user of an app on one day; a user is a client id. */
export interface UserDay {
  readonly app: string
  readonly clientId: string
  readonly day: number
}

/** The steps of one event of an app on one day, alternately the user's hash and the time in milliseconds. */
export interface Trail {
  readonly app: string
  readonly event: string
  readonly day: number
  readonly steps: number[]
}

/** One event of one app on one day, or in one minute: its partitions by dimension. */
interface Group {
  readonly app: string
  readonly event: string
  readonly period: number
  readonly partitions: Map<string, Partition>
}

export interface TallyOptions {
  readonly catalog: Catalog
  readonly guessCountry: GuessCountry
  /** What was received before, in milliseconds, is in no real-time report. */
  readonly realtimeSince: number
}

/** Adds events up, by all that reports ask for. Pure but for the catalog, which learns new names. */
export class Tally {
  readonly #options: TallyOptions
  readonly #days = new Map<string, Group>()
  readonly #minutes = new Map<string, Group>()
  readonly userDays = new Map<string, UserDay>()
  readonly trails = new Map<string, Trail>()
  events = 0

  constructor(options: TallyOptions) {
    this.#options = options
  }

  /** The days of the events are those of `zone`. */
  add(batch: KeptBatch, zone: TimeZone): void {
    const { catalog, guessCountry } = this.#options
    const user = hashText(userKey(batch.appId, batch.clientId))
    catalog.noteUserProperties(batch.userProperties)
    const common = dimensionsOfBatch(batch, guessCountry, (property) => catalog.userProperties.has(property))
    for (const event of batch.events) this.#addEvent(batch, event, zone, user, common)
  }

  /** What is added to each partition, by its key. */
  *partitions(): Iterable<[key: string, partition: Partition]> {
    for (const [groups, keyOf] of [
      [this.#days, dayPartition],
      [this.#minutes, minutePartition],
    ] as const) {
      for (const { app, event, period, partitions } of groups.values()) {
        for (const [dimension, partition] of partitions) yield [keyOf(period, { dimension, app, event }), partition]
      }
    }
  }

  #addEvent(batch: KeptBatch, event: KeptEvent, zone: TimeZone, user: number, common: readonly DimensionValue[]): void {
    this.events++
    const { catalog, realtimeSince } = this.#options
    const { appId: app, clientId, receivedAt } = batch
    const day = zone.dayOf(event.time)
    catalog.noteDay(day)
    const parameters = catalog.noteEvent(event.name, event.params)
    const name = parameters === undefined ? OTHER_VALUES : event.name
    const own = dimensionsOfEvent(event, zone)

    const group = groupOf(this.#days, app, name, day)
    addTo(group, '', '', event, user)
    for (const [dimension, value] of common) addTo(group, dimension, value, event, user)
    for (const [dimension, value] of own) addTo(group, dimension, value, event, user)
    if (parameters !== undefined) addParameters(group, event, user, parameters)

    if (receivedAt >= realtimeSince && receivedAt - event.time < REALTIME_MS) {
      const minute = groupOf(this.#minutes, app, name, minuteOf(event.time))
      addTo(minute, '', '', event, user)
      for (const [dimension, value] of [...common, ...own]) {
        if (isRealtime.has(dimension)) addTo(minute, dimension, value, event, user)
      }
    }

    const key = `${day}|${userKey(app, clientId)}`
    if (!this.userDays.has(key)) this.userDays.set(key, { app, clientId, day })
    this.#trailOf(app, name, day).steps.push(user, event.time)
  }

  #trailOf(app: string, event: string, day: number): Trail {
    const key = `${day}|${app}|${event}`
    let trail = this.trails.get(key)
    if (trail === undefined) {
      trail = { app, event, day, steps: [] }
      this.trails.set(key, trail)
    }
    return trail
  }
}

/** Names a user of a project: the installations of two apps are two. */
export function userKey(app: string, clientId: string): string {
  return `${app}|${clientId}`
}

function addParameters(
  group: Group,
  event: KeptEvent,
  user: number,
  parameters: ReadonlyMap<string, ParameterType>,
): void {
  for (const [parameter, value] of Object.entries(event.params)) {
    if (!parameters.has(parameter)) continue
    const cell = addTo(group, `customEvent:${parameter}`, valueOf(event.params, parameter) ?? '', event, user)
    if (typeof value !== 'number') continue
    cell.ownSum += value
    cell.ownCount++
  }
}

function groupOf(groups: Map<string, Group>, app: string, event: string, period: number): Group {
  const key = `${period}|${app}|${event}`
  let group = groups.get(key)
  if (group === undefined) {
    group = { app, event, period, partitions: new Map() }
    groups.set(key, group)
  }
  return group
}

function addTo(group: Group, dimension: string, value: string, event: KeptEvent, user: number): Cell {
  let partition = group.partitions.get(dimension)
  if (partition === undefined) {
    partition = new Map()
    group.partitions.set(dimension, partition)
  }
  let cell = partition.get(value)
  if (cell === undefined) {
    cell = newCell()
    partition.set(value, cell)
  }
  cell.count++
  cell.engagementMs += event.engagementMs ?? 0
  const { value: worth } = event.params
  if (typeof worth === 'number') cell.valueSum += worth
  cell.users.add(user)
  return cell
}
