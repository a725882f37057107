import { stat } from 'node:fs/promises'
import { StatusError } from '@hearth/model'
import type { ClockState } from '../clock/clock-guard.ts'
import type { SettingInForce } from '../config/settings-in-force.ts'
import type { Clock } from '../lib/ambient.ts'
import type { Persistence } from '../persistence/persistence.ts'
import type { Project, Projects } from '../projects/projects.ts'
import type { Manifest } from '../backups/manifest.ts'

/** What is known about the server without looking at its data. */
export interface ServerFacts {
  /** Of Node, without a "v". */
  readonly node: string
  /** Such as `linux x64`. */
  readonly platform: string
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly clock: () => ClockState
  /** Of the machine, such as `Europe/Zurich`: nightly backups are made by it. */
  readonly timeZone: string
  /** Where it is reached from this machine. */
  readonly listensAt: () => string
  /** Of the stores, with its release. */
  readonly engine: string
  readonly dataFolder: string
  readonly backupFolder: string
  /** Where the contents of new files go: `disk`, or a bucket such as `s3://bucket/prefix`. */
  readonly contents: string
  readonly settings: readonly SettingInForce[]
}

/** So many projects are named with their last backup; those whose backup is the oldest come first, so none of them is missed. */
export const NAMED_PROJECTS_MAX = 100
/** To take the sizes of all stores takes a moment, so an answer serves all who ask within this time. */
const KEPT_MS = 10_000

/** Of a disk, in bytes. */
interface DiskSpace {
  readonly free: number
  readonly total: number
}

/** What there is on the server, for its owner. Sizes are bytes. */
export interface ServerReport {
  readonly projectCount: number
  /** Of all stores with their logs: documents, accounts, events. */
  readonly storeBytes: number
  /** Of the files that are stored, wherever their contents are. */
  readonly fileBytes: number
  /** Of the data folder. */
  readonly disk: DiskSpace
  /** At most {@link namedProjectsMax}. */
  readonly projects: readonly BackedUpProject[]
}

export interface BackedUpProject {
  readonly id: string
  readonly name: string
  /** The newest of any kind, in milliseconds since the epoch. */
  readonly lastBackupAt: number | undefined
}

export interface ServerReportSources {
  readonly persistence: Pick<Persistence, 'fileOf'>
  readonly projects: Pick<Projects, 'list'>
  readonly backupsOf: (project: string) => Promise<readonly Pick<Manifest, 'createdAt'>[]>
  readonly fileBytesOf: (project: string) => Promise<number>
  readonly readDisk: () => Promise<DiskSpace>
  readonly clock: Clock
}

/** Takes stock of the whole server, once for all who ask at about the same time. */
export function createServerReport(sources: ServerReportSources): () => Promise<ServerReport> {
  let taken: { readonly at: number; readonly report: Promise<ServerReport> } | undefined
  return async () => {
    const now = sources.clock.nowMs()
    // A clock may go back.
    if (taken === undefined || Math.abs(now - taken.at) >= KEPT_MS) {
      const report = takeStock(sources)
      taken = { at: now, report }
      report.catch(() => {
        if (taken?.report === report) taken = undefined
      })
    }
    return await taken.report
  }
}

/** One project after the other: nothing waits for it but whoever reads it. */
async function takeStock(sources: ServerReportSources): Promise<ServerReport> {
  const listed = await sources.projects.list()
  let storeBytes = 0
  let fileBytes = 0
  const projects: BackedUpProject[] = []
  for (const { id, name } of listed) {
    storeBytes += await storeBytesOf(sources, id)
    fileBytes += await sources.fileBytesOf(id).catch(noneIfGone)
    const backups = await sources.backupsOf(id)
    projects.push({ id, name, lastBackupAt: backups[0]?.createdAt })
  }
  const disk = await sources.readDisk()
  const oldestFirst = projects.toSorted((one, other) => (one.lastBackupAt ?? 0) - (other.lastBackupAt ?? 0))
  return {
    projectCount: listed.length,
    storeBytes,
    fileBytes,
    disk,
    projects: oldestFirst.slice(0, NAMED_PROJECTS_MAX),
  }
}

async function storeBytesOf({ persistence }: ServerReportSources, project: Project['id']): Promise<number> {
  const file = persistence.fileOf(project)
  let bytes = 0
  for (const name of [file, `${file}-wal`]) {
    bytes += await stat(name).then(
      ({ size }) => size,
      // There may be no log, and a project may go meanwhile.
      () => 0,
    )
  }
  return bytes
}

/** A project may be deleted or restored while the others are looked at. */
function noneIfGone(error: unknown): number {
  if (error instanceof StatusError && (error.code === 'not-found' || error.code === 'unavailable')) return 0
  throw error
}
