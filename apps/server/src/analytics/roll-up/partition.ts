import { OTHER_VALUES } from './dimensions.ts'
import { UserSet } from './user-set.ts'

/** So many values of a dimension have a row of their own, for each day, app and event; the first that came. */
export const VALUES_MAX = 200

/** What the events of one value come to. */
export interface Cell {
  count: number
  engagementMs: number
  /** Of the parameter `value`, where it is a number. */
  valueSum: number
  /** Of the dimension's own parameter, where it is a number, and how many events have one. */
  ownSum: number
  ownCount: number
  readonly users: UserSet
}

export type CellRow = readonly [
  value: string,
  count: number,
  engagementMs: number,
  valueSum: number,
  users: string,
  ownSum?: number,
  ownCount?: number,
]

export function newCell(): Cell {
  return { count: 0, engagementMs: 0, valueSum: 0, ownSum: 0, ownCount: 0, users: new UserSet() }
}

/**
 * The cells of one day (or minute), app, event and dimension by the dimension's value, in the order in which they first came. As text,
 * a JSON array of `CellRow`.
 */
export type Partition = Map<string, Cell>

export function decodePartition(text: string): Partition {
  const partition: Partition = new Map()
  for (const [value, count, engagementMs, valueSum, users, ownSum = 0, ownCount = 0] of JSON.parse(text) as CellRow[]) {
    partition.set(value, { count, engagementMs, valueSum, ownSum, ownCount, users: UserSet.decode(users) })
  }
  return partition
}

export function encodePartition(partition: Partition): string {
  const rows: CellRow[] = []
  for (const [value, { count, engagementMs, valueSum, ownSum, ownCount, users }] of partition) {
    const row = [value, count, engagementMs, valueSum, users.encode()] as const
    rows.push(ownCount === 0 ? row : [...row, ownSum, ownCount])
  }
  return JSON.stringify(rows)
}

/** Adds what came later. Values for which there is no room are added up in `(other)`. */
export function mergePartition(into: Partition, later: Partition): void {
  for (const [value, cell] of later) {
    const key = into.has(value) || into.size < VALUES_MAX ? value : OTHER_VALUES
    let sum = into.get(key)
    if (sum === undefined) {
      sum = newCell()
      into.set(key, sum)
    }
    sum.count += cell.count
    sum.engagementMs += cell.engagementMs
    sum.valueSum += cell.valueSum
    sum.ownSum += cell.ownSum
    sum.ownCount += cell.ownCount
    sum.users.addAll(cell.users)
  }
}

/** Undefined dimension: the event as a whole, whose partition has one cell with an empty value. */
export interface PartitionKey {
  readonly dimension: string
  readonly app: string
  readonly event: string
}

/** `<dimension>|<day, 6 digits>|<app>|<event>`, so that the days of a dimension are a range. */
export function dayPartition(day: number, { dimension, app, event }: PartitionKey): string {
  return `${dayPrefix(dimension, day)}${app}|${event}`
}

/** As `dayPartition`, with `m:` before it and the minute, 9 digits. */
export function minutePartition(minute: number, { dimension, app, event }: PartitionKey): string {
  return `${minutePrefix(dimension, minute)}${app}|${event}`
}

/** Where the keys of a day begin. */
export function dayPrefix(dimension: string, day: number): string {
  return `${dimension}|${String(day).padStart(6, '0')}|`
}

export function minutePrefix(dimension: string, minute: number): string {
  return `m:${dimension}|${String(minute).padStart(9, '0')}|`
}

export function parsePartitionKey(key: string): PartitionKey & { readonly period: number } {
  const [dimension = '', period = '', app = '', event = ''] = key.split('|')
  return { dimension: dimension.startsWith('m:') ? dimension.slice(2) : dimension, period: Number(period), app, event }
}
