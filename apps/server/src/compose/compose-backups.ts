import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isReserveReached, readDiskSpace } from '../blobs/disk/disk-reserve.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { BlobGarbage } from '../files/blob-garbage.ts'
import { BackupFolders } from '../backups/backup-folders.ts'
import { startNightlyBackups } from '../backups/nightly-backups.ts'
import { ProjectBackups } from '../backups/project-backups.ts'
import { houseEveryMs, startRounds } from '../operations/sweeps.ts'
import { readVersion } from '../version.ts'
import type { DocumentRooms } from './compose-documents.ts'
import type { Stores } from './compose-stores.ts'
import type { BuildContext } from './build-context.ts'

interface Rooms extends Stores, Pick<DocumentRooms, 'leaveRoom'> {
  readonly garbage: BlobGarbage
  readonly audit: AuditLog
}

/** Backups of all projects, after what a killed server left of one was cleared up. */
export async function composeBackups(
  context: BuildContext,
  { persistence, blobs, projects, replacedStores, leaveRoom, garbage, audit }: Rooms,
): Promise<ProjectBackups> {
  const { config, ambient, dataFolder, closers } = context
  const { nightlyAt, nightlyKept } = config.backups
  const folder = backupFolderOf(context)
  const { clock, random, log } = ambient
  const waitingFolder = join(dataFolder, 'restoring')
  await rm(waitingFolder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const folders = new BackupFolders(folder)
  await folders.clearUp((project) => persistence.fileOf(project), log)
  const backups = new ProjectBackups({
    folders,
    persistence,
    blobs,
    holdContents: (project) => garbage.hold(project),
    async hasRoom(where, bytes) {
      const { free, total } = await readDiskSpace(where)
      return !isReserveReached({ free: free - bytes, total })
    },
    waitingFolder,
    onEnded: leaveRoom,
    onReplaced: (project) => replacedStores.publish(project),
    nightlyKept,
    release: readVersion(),
    clock,
    sweepsMayRun: context.clockGuard.sweepsMayRun,
    isClockBelieved: context.clockGuard.isBelieved,
    random,
    log,
    noteAct: audit.note,
  })
  closers.add(() => backups.close())
  await backups.keepHouse()
  closers.add(startRounds('deleted backups', () => backups.keepHouse(), { log, firstAfterMs: houseEveryMs }))
  if (nightlyAt !== undefined) {
    closers.add(startNightlyBackups({ projects, backups, time: nightlyAt, clock, log }))
  }
  return backups
}

export function backupFolderOf({ config, dataFolder }: Pick<BuildContext, 'config' | 'dataFolder'>): string {
  return config.backups.folder ?? join(dataFolder, 'backups')
}
