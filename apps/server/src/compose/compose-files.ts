import { BlobGarbage } from '../files/blob-garbage.ts'
import type { FileRoom } from '../files/file-room.ts'
import { sweepUploads } from '../files/drop-upload.ts'
import { createFiles } from '../files/file-service.ts'
import type { Files } from '../files/files.ts'
import { createFilesHidingBuckets } from '../files/files-hiding-buckets.ts'
import { OpenUploads } from '../files/open-uploads.ts'
import { StoredBytes } from '../files/stored-bytes.ts'
import { createIsStanding } from '../identity/tokens/caller-standing.ts'
import { startSweeps } from '../operations/sweeps.ts'
import { Thumbnails } from '../thumbnails/thumbnails.ts'
import type { Access } from './compose-access.ts'
import type { People } from './compose-identity.ts'
import type { Stores } from './compose-stores.ts'
import type { BuildContext } from './build-context.ts'

/** Short download tokens are easy to guess; tests and samples of the vendor's emulator choose some. */
const chosenTokenCharactersMin = { start: 16, dev: 1 }

/** What a killed process left takes room. */
const firstSweepAfterMs = 1_000

/** The files of all projects, and what is taken away of them in time. */
export function composeFiles(
  context: BuildContext,
  { projects, blobs, gate, identity }: Stores & Access & People,
): {
  readonly files: Files
  readonly thumbnails: Thumbnails
  readonly garbage: BlobGarbage
} {
  const { mode, files: limits } = context.config
  const { clock, random, log } = context.ambient
  const storedBytes = new StoredBytes({ quotaBytes: limits.projectBytesMax, log })
  const garbage = new BlobGarbage(blobs)
  const openUploads = new OpenUploads(blobs, clock)
  const isStanding = createIsStanding(identity, clock)
  const shared = { garbage, clock, random, limits, storedBytes, openUploads, isStanding }
  const room: FileRoom = {
    projects,
    gate,
    blobs,
    ...shared,
    chosenTokenCharactersMin: chosenTokenCharactersMin[mode],
    // Programs are tried with the vendor's, where it works at once.
    isPublicByDefault: mode === 'dev',
  }
  // Uploads that were given up, and contents that a killed process left without a name.
  const sweep = async (id: string): Promise<void> => sweepUploads(id, await projects.store(id), room)
  context.closers.add(
    startSweeps('files', sweep, {
      projects,
      log,
      sweepsMayRun: context.clockGuard.sweepsMayRun,
      firstAfterMs: firstSweepAfterMs,
    }),
  )
  // Under `dev` whatever bucket is named is there.
  return {
    thumbnails: new Thumbnails(),
    garbage,
    files: mode === 'start' ? createFilesHidingBuckets(room, (project) => projects.find(project)) : createFiles(room),
  }
}
