import { constants } from 'node:fs'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StatusError } from '@hearth/model'
import type { Log } from '../lib/ambient.ts'
import { bringContentsBack, contentsOf, countMissing, type NamedContent, takeContents } from './backup-contents.ts'
import { type BackupJob, enterPhase } from './backup-job.ts'
import { assertRoom, type BackupContext } from './make-backup.ts'
import { type Manifest, MANIFEST_FORMAT, writeManifest } from './manifest.ts'
import { replacementTerms } from './replacement-terms.ts'

export interface RestoreContext extends BackupContext {
  /** In the data folder: where a store waits that is to take the place of another. */
  readonly waitingFolder: string
  readonly log: Log
  /** Nobody is served by the project's store any more. Returns the last version that was handed out. */
  readonly onEnded: (project: string) => number
  /** The project has another store, which nobody has read. */
  readonly onReplaced: (project: string) => void
}

export interface RestoreOrder {
  readonly manifest: Manifest
  /** Of the backup that what is there now becomes. */
  readonly beforeId: string
  /** What was closed since is open again (`replacement-terms.ts`). */
  readonly isExact: boolean
}

/**
 * Puts a backup in the place of what a project is now, which becomes a backup of its own under `beforeId`. Others are not told of anything
 * before the new store is ready; then the project is away for as long as one rename and the reading of what changed take. However the
 * process ends, the project is the one or the other.
 * Throws `data-loss`/`BACKUP_DAMAGED`, `resource-exhausted`/`NO_ROOM_FOR_BACKUP`, and as `Persistence.replaceProject`.
 */
export async function restoreBackup(
  context: RestoreContext,
  { manifest, beforeId, isExact }: RestoreOrder,
  job: BackupJob,
  signal: AbortSignal,
): Promise<void> {
  const { folders, persistence, blobs, clock } = context
  const { project, id } = manifest
  const folder = folders.pathOf(project, id)
  const file = join(folder, 'store.sqlite')
  const { sha256 } = await verified(context, file)
  if (manifest.store.sha256 !== undefined && manifest.store.sha256 !== sha256) throw damaged()
  signal.throwIfAborted()
  const assertNoMore = (missing: number): void => {
    // Those that were missing when the backup was made, its manifest says.
    if (missing > manifest.files.missing) throw incomplete(missing - manifest.files.missing)
  }
  const isThere = async (content: NamedContent) => (await blobs.size({ project, id: content.id })) === content.sizeBytes
  // Before anything is brought back that nobody would use.
  assertNoMore(await persistence.readCopy(file, (copy) => countMissing(copy, folder, isThere)))
  const waiting = join(context.waitingFolder, `${project}.sqlite`)
  const beforeFolder = await folders.begin(project, beforeId)
  const release = context.holdContents(project)
  let isKept = false
  try {
    await mkdir(context.waitingFolder, { recursive: true, mode: 0o700 })
    await assertRoom(context, context.waitingFolder, manifest.store.sizeBytes)
    await copyFile(file, waiting, constants.COPYFILE_FICLONE)
    enterPhase(job, 'files', manifest.files.count)
    const onBrought = (count: number): void => {
      job.done = count
    }
    const back = { project, blobs, folder, signal, onBrought }
    assertNoMore(await persistence.readCopy(file, (copy) => bringContentsBack(copy, back)))
    // What can be kept of what is there now before it is away; the rest follows then.
    const kept = { project, blobs, folder: beforeFolder, earlier: folder, known: new Set<string>(), onTaken() {} }
    await takeContents(contentsOf(await persistence.openProject(project)), { ...kept, signal })
    signal.throwIfAborted()
    enterPhase(job, 'replace')
    await persistence.replaceProject(project, {
      file: waiting,
      replacedTo: join(beforeFolder, 'store.sqlite'),
      terms: replacementTerms({ isExact }),
      onEnded: (lastVersion) => Math.max(context.onEnded(project), lastVersion, clock.nowMs() * 1000) + 1,
      async onKept({ version, documents, records, sizeBytes }) {
        const files = await persistence.readCopy(join(beforeFolder, 'store.sqlite'), (replaced) =>
          takeContents(contentsOf(replaced), kept),
        )
        await writeManifest(beforeFolder, {
          format: MANIFEST_FORMAT,
          release: context.release,
          id: beforeId,
          project,
          kind: 'before-restore',
          createdAt: clock.nowMs(),
          version,
          documents,
          records,
          store: { sizeBytes },
          files,
          restored: id,
        })
        isKept = true
      },
      onReplaced: () => context.onReplaced(project),
    })
    // The project is the other one by now, whatever becomes of this.
    await folders.finish(project, beforeId).then(
      () => {
        job.before = beforeId
      },
      (err: unknown) =>
        context.log.error(
          { err, project, backup: beforeId },
          'what was here before a restore is listed at the next start',
        ),
    )
  } catch (error) {
    // Once it is whole, whether the restore came through is asked at the next start: it may be all there is of what was here.
    if (!isKept) await folders.removeUnfinished(project, beforeId)
    throw error
  } finally {
    release()
    await rm(waiting, { force: true })
  }
}

async function verified({ persistence }: RestoreContext, file: string) {
  try {
    return await persistence.verifyCopy(file)
  } catch (cause) {
    if (cause instanceof StatusError && cause.reason !== 'COPY_DAMAGED' && cause.reason !== 'DATA_DAMAGED') throw cause
    throw damaged(cause)
  }
}

function damaged(cause?: unknown): StatusError {
  const text = 'This backup is damaged, and nothing was restored. Choose another one.'
  return new StatusError('data-loss', 'BACKUP_DAMAGED', text, { cause })
}

function incomplete(missing: number): StatusError {
  const what = missing === 1 ? 'The content of a file' : `The contents of ${missing} files`
  const text = `This backup is damaged, and nothing was restored. ${what} can’t be read from it any more. Choose another one.`
  return new StatusError('data-loss', 'BACKUP_DAMAGED', text, { details: { missing } })
}
