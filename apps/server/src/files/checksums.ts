import { StatusError } from '@hearth/model'
import type { SealedBlob } from '../blobs/blobs.ts'

/** What a client says about the content it sends, base64 as the storage API writes them. */
export interface Checksums {
  readonly md5?: string | undefined
  readonly crc32c?: string | undefined
}

/** Throws `invalid-argument`/`CHECKSUM_MISMATCH` when the content is not what was meant to arrive. */
export function assertChecksums(expected: Checksums, content: SealedBlob): void {
  for (const [name, given, found] of [
    ['MD5', expected.md5, content.md5],
    ['CRC32C', expected.crc32c, content.crc32c],
  ] as const) {
    if (given === undefined || given === found) continue
    throw new StatusError(
      'invalid-argument',
      'CHECKSUM_MISMATCH',
      `The content arrived with the ${name} ${found} and was announced with ${given}. Nothing of it was kept; send it again.`,
    )
  }
}
