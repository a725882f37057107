import type { ProjectStore, RecordChange } from '../persistence/persistence.ts'
import { Turn } from '../lib/turn.ts'

/**
 * By `<day since the epoch in UTC, 6 digits>|<app>|<+ or ->|<fid>`: that an installation came or went, with the moment as `{ at }` in
 * milliseconds; older ones have none. A key each, so that nobody waits for a counter.
 */
const CHANGE_SPACE = 'installation-change'
const DAY_MS = 24 * 60 * 60_000
const KEPT_DAYS = 400
const PAGE_SIZE = 1_000

/** How many installations of an app came and went on a day. */
export interface InstallationDay {
  /** `2026-11-20`, in the time zone that was asked for. */
  readonly date: string
  readonly appId: string
  readonly came: number
  readonly went: number
}

/** The record that says it. `now` is in milliseconds. */
export function changeRecord(fid: string, appId: string, kind: 'came' | 'went', now: number): RecordChange {
  return {
    space: CHANGE_SPACE,
    key: `${dayPrefix(dayOf(now))}${appId}|${kind === 'came' ? '+' : '-'}|${fid}`,
    value: JSON.stringify({ at: now }),
  }
}

/** Whose days are counted: the number of a day since the epoch. */
export interface DayCount {
  dayOf(timeMs: number): number
}

/** The last so many days, today included, the oldest first; days and apps on which nothing happened are left out. */
export async function readInstallationDays(
  store: ProjectStore,
  { days, now, zone }: { days: number; now: number; zone: DayCount },
): Promise<InstallationDay[]> {
  const today = zone.dayOf(now)
  const found = new Map<string, { date: string; appId: string; came: number; went: number }>()
  const turn = new Turn()
  // Days of a zone begin and end up to 14 hours beside those of UTC.
  const range = { start: dayPrefix(Math.max(0, today - days)), end: dayPrefix(today + 2) }
  for await (const { key, value } of recordsIn(store, CHANGE_SPACE, range)) {
    const [utcDay = '', appId = '', sign] = key.split('|')
    const { at = (Number(utcDay) + 0.5) * DAY_MS } = JSON.parse(value) as { at?: number }
    const day = zone.dayOf(at)
    if (day <= today - days || day > today) continue
    const place = `${dayPrefix(day)}${appId}`
    let counted = found.get(place)
    if (counted === undefined) {
      counted = { date: new Date(day * DAY_MS).toISOString().slice(0, 10), appId, came: 0, went: 0 }
      found.set(place, counted)
    }
    if (sign === '+') counted.came++
    else counted.went++
    await turn.pause()
  }
  return [...found].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, counted]) => counted)
}

/** Days that nobody asks for any more go, a page at a time. */
export async function trimInstallationDays(store: ProjectStore, now: number): Promise<void> {
  const end = dayPrefix(Math.max(0, dayOf(now) - KEPT_DAYS))
  for (;;) {
    const old = await store.read((snapshot) =>
      snapshot.listRecords(CHANGE_SPACE, { end }, { limit: PAGE_SIZE, reverse: false }),
    )
    if (old.length > 0) {
      await store.commit({ records: old.map(({ key }) => ({ space: CHANGE_SPACE, key, value: undefined })) })
    }
    if (old.length < PAGE_SIZE) return
  }
}

/** The keys of a range, in pages. */
export async function* keysIn(
  store: ProjectStore,
  space: string,
  range: { start: string; end: string },
): AsyncIterable<string> {
  for await (const { key } of recordsIn(store, space, range)) yield key
}

async function* recordsIn(
  store: ProjectStore,
  space: string,
  range: { start: string; end: string },
): AsyncIterable<{ readonly key: string; readonly value: string }> {
  let { start } = range
  for (;;) {
    const from = start
    const page = await store.read((snapshot) =>
      snapshot.listRecords(space, { start: from, end: range.end }, { limit: PAGE_SIZE, reverse: false }),
    )
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE_SIZE) return
    start = `${last.key}\0`
  }
}

function dayOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS)
}

function dayPrefix(day: number): string {
  return `${String(day).padStart(6, '0')}|`
}
