import type { ReadSnapshot, RecordChange } from '../../persistence/persistence.ts'
import type { ProjectStore } from '../../persistence/persistence.ts'
import type { Trail } from './tally.ts'

/**
 * Who had an event when, for funnels: by `<event>|<day, 6 digits>|<app>|<part, 6 digits>`, the hash of the user and the time in
 * milliseconds, in turns, as little-endian doubles in base64.
 */
const SPACE = 'analytics-trail'
/** Numbers in a part, two for each event: a part that has room is written anew. */
const PART_LENGTH = 4_096
const PARTS_PER_PAGE = 200

/** The records that change when these steps are added. */
export async function trailChanges(snapshot: ReadSnapshot, trails: Iterable<Trail>): Promise<RecordChange[]> {
  const changes: RecordChange[] = []
  for (const { event, day, app, steps } of trails) {
    const prefix = `${event}|${pad(day)}|${app}|`
    const range = { start: prefix, end: `${prefix}~` }
    const [last] = await snapshot.listRecords(SPACE, range, { limit: 1, reverse: true })
    let part = last === undefined ? 0 : Number(last.key.slice(-6))
    let held = last === undefined ? [] : [...decodeSteps(last.value)]
    if (held.length >= PART_LENGTH) {
      part++
      held = []
    }
    const all = held.concat(steps)
    for (let from = 0; from < all.length; from += PART_LENGTH) {
      changes.push({ space: SPACE, key: prefix + pad(part), value: encodeSteps(all.slice(from, from + PART_LENGTH)) })
      part++
    }
  }
  return changes
}

/** The steps of an event in a range of days, part by part. Of one app, or of all. */
export async function* readTrail(
  store: ProjectStore,
  event: string,
  days: { first: number; last: number },
  app: string | undefined,
): AsyncIterable<Float64Array> {
  let start = `${event}|${pad(days.first)}|`
  const end = `${event}|${pad(days.last + 1)}|`
  for (;;) {
    const range = { start, end }
    const page = await store.read((snapshot) =>
      snapshot.listRecords(SPACE, range, { limit: PARTS_PER_PAGE, reverse: false }),
    )
    for (const { key, value } of page) {
      if (app === undefined || key.split('|')[2] === app) yield decodeSteps(value)
    }
    const last = page.at(-1)
    if (last === undefined || page.length < PARTS_PER_PAGE) return
    start = `${last.key}\0`
  }
}

/** Removes the parts of one event before a day, at most `limit`. Returns whether there may be more. */
export async function trimTrail(
  store: ProjectStore,
  event: string,
  beforeDay: number,
  limit: number,
): Promise<boolean> {
  const range = { start: `${event}|`, end: `${event}|${pad(beforeDay)}|` }
  const old = await store.read((snapshot) => snapshot.listRecords(SPACE, range, { limit, reverse: false }))
  if (old.length > 0) await store.commit({ records: old.map(({ key }) => ({ space: SPACE, key, value: undefined })) })
  return old.length === limit
}

function encodeSteps(steps: readonly number[]): string {
  return Buffer.from(Float64Array.from(steps).buffer).toString('base64')
}

function decodeSteps(text: string): Float64Array {
  const bytes = Buffer.from(text, 'base64')
  // A buffer from the pool may begin anywhere, and doubles may not.
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}

function pad(number: number): string {
  return String(number).padStart(6, '0')
}
