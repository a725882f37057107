import type { Clock, Random } from '../ambient.ts'
import type { Gate } from '../access/gate.ts'
import type { Blobs } from '../blobs/blobs.ts'
import type { Projects } from '../projects/projects.ts'
import type { BlobGarbage } from './blob-garbage.ts'
import type { OpenUploads } from './open-uploads.ts'
import type { StoredBytes } from './stored-bytes.ts'

/** What the file operations share. */
export interface FileRoom {
  readonly projects: Pick<Projects, 'list' | 'projectOfBucket' | 'store'>
  readonly gate: Gate
  readonly blobs: Blobs
  readonly garbage: BlobGarbage
  readonly clock: Clock
  readonly random: Random
  readonly limits: { readonly fileBytesMax: number }
  readonly storedBytes: StoredBytes
  readonly openUploads: OpenUploads
  /** The fewest characters of a download token that a program chooses. */
  readonly chosenTokenCharactersMin: number
  /** Whether a key that was verified before still counts. */
  readonly hasServiceKey: (project: string, id: string) => Promise<boolean>
}

export function newBlobId(random: Random): string {
  return random.bytes(16).toString('hex')
}
