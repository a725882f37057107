import { StatusError } from '@hearth/model'
import type { Clock, Log } from '../lib/ambient.ts'
import type { Projects } from '../projects/projects.ts'
import type { Manifest } from './manifest.ts'
import type { ProjectBackups } from './project-backups.ts'

const LOOK_EVERY_MS = 60_000
/** After a failure: somebody may have made room meanwhile. Where another backup or a restore was under way, it is tried again at the next look. */
const TRIED_AGAIN_AFTER_MS = 60 * 60_000

/** When nightly backups are made: hours and minutes on the clock of the machine. */
export interface NightlyTime {
  readonly hours: number
  readonly minutes: number
}

export interface NightlyOptions {
  readonly projects: Pick<Projects, 'list'>
  readonly backups: Pick<ProjectBackups, 'list' | 'makeNightly'>
  readonly time: NightlyTime
  readonly clock: Clock
  readonly log: Log
  readonly outcomes?: NightlyOutcomes
}

/** Told of how the last nightly backup of each project went, as soon as that is known. */
export interface NightlyOutcomes {
  note(project: string, outcome: 'made' | 'failed'): void
  /** All projects were looked at. */
  noteRound(): void
}

/**
 * Makes a backup of every project each night, one after the other; of a night in which the server was down, a minute after its start. A project
 * that was not there yet in that night waits for the next. Returns what stops it; that waits for the project it is at.
 */
export function startNightlyBackups(options: NightlyOptions): () => Promise<void> {
  const { log } = options
  let isStopped = false
  let working = Promise.resolve()
  const nights = new Map<string, LookedAt>()
  const look = (): void => {
    working = makeDue(options, nights, () => isStopped)
      .catch((err: unknown) => log.error({ err }, 'the nightly backups could not be made'))
      .then(() => {
        if (!isStopped) timer = setTimeout(look, LOOK_EVERY_MS).unref()
      })
  }
  let timer = setTimeout(look, LOOK_EVERY_MS).unref()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await working
  }
}

/** When the backup of a night was made or tried, so that nobody looks again each minute. */
export interface LookedAt {
  readonly night: number
  readonly againAt: number
}

/** Makes the backups that are missing of the last night. One project's failure is in the log and keeps no other from its own. */
export async function makeDue(
  { projects, backups, time, clock, log, outcomes }: NightlyOptions,
  nights: Map<string, LookedAt>,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const night = lastNight(time, clock.nowMs())
  for (const { id, createdAt } of await projects.list()) {
    if (isStopped()) return
    const looked = nights.get(id)
    if (createdAt >= night || (looked?.night === night && clock.nowMs() < looked.againAt)) continue
    try {
      nights.set(id, { night, againAt: Number.POSITIVE_INFINITY })
      if (hasNightly(await backups.list(id), night)) {
        outcomes?.note(id, 'made')
        continue
      }
      const { documents, files, store } = await backups.makeNightly(id)
      const about = { project: id, documents, files: files.count, storeBytes: store.sizeBytes, missing: files.missing }
      log.info(about, 'the nightly backup of a project was made')
      outcomes?.note(id, 'made')
    } catch (err) {
      const isPutOff = err instanceof StatusError && err.reason === 'BACKUP_UNDER_WAY'
      nights.set(id, { night, againAt: clock.nowMs() + (isPutOff ? LOOK_EVERY_MS : TRIED_AGAIN_AFTER_MS) })
      if (isPutOff) continue
      log.error({ err, project: id }, 'the nightly backup of a project was not made')
      outcomes?.note(id, 'failed')
    }
  }
  outcomes?.noteRound()
}

function hasNightly(made: readonly Manifest[], since: number): boolean {
  return made.some(({ kind, createdAt }) => kind === 'nightly' && createdAt >= since)
}

/** The last time that it was so late, in milliseconds since the epoch. */
export function lastNight({ hours, minutes }: NightlyTime, nowMs: number): number {
  const today = atTime(nowMs, 0, hours, minutes)
  return today <= nowMs ? today : atTime(nowMs, -1, hours, minutes)
}

/** The next time that it will be so late. */
export function nextNight({ hours, minutes }: NightlyTime, nowMs: number): number {
  const today = atTime(nowMs, 0, hours, minutes)
  return today > nowMs ? today : atTime(nowMs, 1, hours, minutes)
}

/** In the zone of the machine, whose days are not all of one length. */
function atTime(nowMs: number, days: number, hours: number, minutes: number): number {
  const date = new Date(nowMs)
  date.setDate(date.getDate() + days)
  return date.setHours(hours, minutes, 0, 0)
}
