import type { FileObject } from '../../files/file-object.ts'
import { type DecodedMetadata, decodeMetadata, encodeMetadata } from '../storage-transfer/object-metadata.ts'

/** A file as `firebase/storage` reads it (wire-protocol 4.1). */
export function encodeObject(object: FileObject): Record<string, unknown> {
  return {
    ...encodeMetadata(object),
    contentEncoding: object.contentEncoding ?? 'identity',
    ...(Object.keys(object.customMetadata).length > 0 && { metadata: object.customMetadata }),
    ...(object.downloadTokens.length > 0 && { downloadTokens: object.downloadTokens.join(',') }),
  }
}

/** Reads what `firebase/storage` sends. Throws `invalid-argument`/`INVALID_METADATA`. */
export function decodeObject(json: unknown): DecodedMetadata {
  const { settable, ...rest } = decodeMetadata(json)
  // The SDK sends back what it was given, and `identity` stands for none.
  const contentEncoding = settable.contentEncoding === 'identity' ? null : settable.contentEncoding
  return { ...rest, settable: { ...settable, contentEncoding } }
}
