import { pictureHeadBytes, pictureTypeOf, StatusError } from '@hearth/model'
import type { BlobRef, Blobs, SealedBlob } from '../blobs/blobs.ts'
import { CONSOLE_PROJECT } from '../projects/project-id.ts'

/** The photos of accounts and the icons of projects: whatever its page looked at before, the console's rules see a stated type alone. */
const pictures = /^(?:accounts\/[^/]+\/photo|projects\/[^/]+\/icon)$/

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
