import { join } from 'node:path'
import { StatusError } from '@hearth/model'
import type { Clock } from '../lib/ambient.ts'
import type { Blobs } from '../blobs/blobs.ts'
import type { Persistence } from '../persistence/persistence.ts'
import { contentsOf, takeContents } from './backup-contents.ts'
import type { BackupFolders } from './backup-folders.ts'
import { type BackupJob, enterPhase } from './backup-job.ts'
import { type BackupKind, type Manifest, MANIFEST_FORMAT, writeManifest } from './manifest.ts'

export interface BackupContext {
  readonly folders: BackupFolders
  readonly persistence: Pick<
    Persistence,
    'copyProject' | 'copyBytes' | 'verifyCopy' | 'readCopy' | 'replaceProject' | 'openProject'
  >
  readonly blobs: Pick<Blobs, 'copyOut' | 'bringBack' | 'size'>
  /** Keeps the contents of a project where they are, until the answer is called (`BlobGarbage.hold`). */
  readonly holdContents: (project: string) => () => void
  /** Whether a folder's disk takes so many bytes and still has what documents need. */
  readonly hasRoom: (folder: string, bytes: number) => Promise<boolean>
  readonly clock: Clock
  readonly release: string
}

/**
 * Makes a backup of a project while it goes on: its store as it is at one moment, and the contents that its files name in that moment. Nothing of
 * it is listed before all of it is durable and was read again. `earlier`: an older backup, whose contents are not taken a second time.
 * Throws `resource-exhausted`/`NO_ROOM_FOR_BACKUP`, and as `Persistence.copyProject` and `Blobs.copyOut`.
 */
export async function makeBackup(
  context: BackupContext,
  { project, id, kind, earlier }: { project: string; id: string; kind: BackupKind; earlier: string | undefined },
  job: BackupJob,
  signal: AbortSignal,
): Promise<Manifest> {
  const { folders, persistence, blobs, clock } = context
  const createdAt = clock.nowMs()
  const folder = await folders.begin(project, id)
  // What is thrown away from here on stays until the backup has a name for it.
  const release = context.holdContents(project)
  try {
    await assertRoom(context, folder, await persistence.copyBytes(project))
    const file = join(folder, 'store.sqlite')
    const store = await persistence.copyProject(project, file, ({ doneBytes, totalBytes }) => {
      job.done = doneBytes
      job.total = totalBytes
    })
    signal.throwIfAborted()
    enterPhase(job, 'files')
    const contents = {
      project,
      blobs,
      folder,
      earlier: earlier === undefined ? undefined : folders.pathOf(project, earlier),
      known: new Set<string>(),
      onTaken(count: number) {
        job.done = count
      },
      signal,
    }
    const files = await persistence.readCopy(file, (copy) => takeContents(contentsOf(copy), contents))
    const { version, documents, records, sizeBytes, sha256 } = store
    const manifest: Manifest = {
      format: MANIFEST_FORMAT,
      release: context.release,
      id,
      project,
      kind,
      createdAt,
      version,
      documents,
      records,
      store: { sizeBytes, sha256 },
      files,
      // `copyProject` has read what it wrote.
      verifiedAt: clock.nowMs(),
    }
    await writeManifest(folder, manifest)
    await folders.finish(project, id)
    return manifest
  } catch (error) {
    await folders.removeUnfinished(project, id)
    throw error
  } finally {
    release()
  }
}

export async function assertRoom(
  context: Pick<BackupContext, 'hasRoom'>,
  folder: string,
  bytes: number,
): Promise<void> {
  if (await context.hasRoom(folder, bytes)) return
  const text = `The disk of the server has not enough space left: about ${bytes.toLocaleString('en')} bytes are needed beside its reserve.`
  throw new StatusError('resource-exhausted', 'NO_ROOM_FOR_BACKUP', text, { details: { bytes } })
}
