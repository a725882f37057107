import type { Clock, Random } from '../lib/ambient.ts'
import type { Caller } from '../access/caller.ts'
import type { Gate } from '../access/gate.ts'
import type { Blobs } from '../blobs/blobs.ts'
import type { Projects } from '../projects/projects.ts'
import type { BlobGarbage } from './blob-garbage.ts'
import type { OpenUploads } from './open-uploads.ts'
import type { StoredBytes } from './stored-bytes.ts'

/**
 * Whether a caller that was verified before still counts: the key is there, the account is enabled and its sessions were not ended. Where
 * somebody else goes on for it, also that no key of the project was withdrawn since it was verified at `verifiedAt` (ms since the epoch).
 */
export type IsStanding = (project: string, caller: Caller, verifiedAt?: number) => Promise<boolean>

/** What the file operations share. */
export interface FileContext {
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
  /** Whether files may be made public in a project whose owner has not said. */
  readonly isPublicByDefault: boolean
  readonly isStanding: IsStanding
}

export function newBlobId(random: Random): string {
  return random.bytes(16).toString('hex')
}
