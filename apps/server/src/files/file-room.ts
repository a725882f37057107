import type { Clock, Random } from '../ambient.ts'
import type { Gate } from '../access/gate.ts'
import type { Blobs } from '../blobs/blobs.ts'
import type { Projects } from '../projects/projects.ts'

/** What the file operations share. */
export interface FileRoom {
  readonly projects: Pick<Projects, 'list' | 'projectOfBucket' | 'store'>
  readonly gate: Gate
  readonly blobs: Blobs
  readonly clock: Clock
  readonly random: Random
  readonly limits: { readonly fileBytesMax: number }
}

export function newBlobId(random: Random): string {
  return random.bytes(16).toString('hex')
}

/** 122 random bits in the form the official SDKs show as download tokens. */
export function newDownloadToken(random: Random): string {
  const bytes = random.bytes(16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
