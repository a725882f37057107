import { createHash } from 'node:crypto'
import { StatusError, pictureHeadBytes, pictureTypeOf } from '@hearth/model'
import type { BlobRef, Blobs, SealedBlob } from '../blobs/blobs.ts'
import { CONSOLE_PROJECT } from '../projects/project-id.ts'

/** The photos of accounts and the icons of projects: whatever its page looked at before, the console's rules see a stated type alone. */
const pictures = /^(?:accounts\/[^/]+\/photo|projects\/[^/]+\/icon)$/

/** What whoever signed a link says about the content that may be sent with it. */
export interface ContentTerms {
  readonly sizeRange?: SizeRange | undefined
  /** Hexadecimal digits. */
  readonly sha256?: string | undefined
}

export interface SizeRange {
  readonly minBytes: number
  readonly maxBytes: number
}

/** Throws `invalid-argument`, with `CONTENT_LENGTH_NOT_ALLOWED` or `CHECKSUM_MISMATCH`. */
export async function assertTerms(
  { sizeRange, sha256 }: ContentTerms,
  blobs: Pick<Blobs, 'read'>,
  blob: BlobRef,
  { sizeBytes }: SealedBlob,
): Promise<void> {
  if (sizeRange !== undefined && (sizeBytes < sizeRange.minBytes || sizeBytes > sizeRange.maxBytes)) {
    throw notWithin(sizeRange)
  }
  if (sha256 === undefined) return
  const digest = createHash('sha256')
  for await (const chunk of await blobs.read(blob)) digest.update(chunk as Uint8Array)
  if (digest.digest('hex') === sha256.toLowerCase()) return
  throw new StatusError(
    'invalid-argument',
    'CHECKSUM_MISMATCH',
    'The content is not the one that the link was signed for.',
  )
}

export function notWithin({ minBytes, maxBytes }: SizeRange): StatusError {
  const message = `This link is for a file of ${minBytes} to ${maxBytes} bytes.`
  return new StatusError('invalid-argument', 'CONTENT_LENGTH_NOT_ALLOWED', message)
}

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

/** Throws `invalid-argument`/`NOT_A_PICTURE` for the content of a photo or an icon of the console that is not of the stated type. */
export async function assertPicture(
  { name, contentType }: { readonly name: string; readonly contentType: string },
  blobs: Pick<Blobs, 'read'>,
  blob: BlobRef,
  { sizeBytes }: SealedBlob,
): Promise<void> {
  if (blob.project !== CONSOLE_PROJECT || !pictures.test(name)) return
  if (sizeBytes > 0 && pictureTypeOf(await readHead(blobs, blob, sizeBytes)) === contentType) return
  throw new StatusError('invalid-argument', 'NOT_A_PICTURE', `The content is no picture of the type ${contentType}.`)
}

async function readHead(blobs: Pick<Blobs, 'read'>, blob: BlobRef, sizeBytes: number): Promise<Uint8Array> {
  const last = Math.min(sizeBytes, pictureHeadBytes) - 1
  const chunks: Uint8Array[] = []
  for await (const chunk of await blobs.read(blob, { first: 0, last })) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks)
}
