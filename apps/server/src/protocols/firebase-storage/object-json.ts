import { StatusError } from '@hearth/model'
import { z } from 'zod'
import type { FileObject, SettableMetadata } from '../../files/file-object.ts'
import { etagOf, fileNameOf } from '../storage-transfer/object-tags.ts'

/** A file as `firebase/storage` reads it (wire-protocol 4.1). */
export function encodeObject(object: FileObject): Record<string, unknown> {
  return {
    name: object.name,
    bucket: object.bucket,
    generation: object.generation,
    metageneration: String(object.metageneration),
    contentType: object.contentType,
    timeCreated: new Date(object.timeCreated).toISOString(),
    updated: new Date(object.updated).toISOString(),
    storageClass: 'STANDARD',
    size: String(object.sizeBytes),
    md5Hash: object.md5Hash,
    crc32c: object.crc32c,
    etag: etagOf(object),
    contentEncoding: object.contentEncoding ?? 'identity',
    contentDisposition:
      object.contentDisposition ?? `inline; filename*=utf-8''${encodeURIComponent(fileNameOf(object))}`,
    ...(object.cacheControl !== undefined && { cacheControl: object.cacheControl }),
    ...(object.contentLanguage !== undefined && { contentLanguage: object.contentLanguage }),
    ...(Object.keys(object.customMetadata).length > 0 && { metadata: object.customMetadata }),
    downloadTokens: object.downloadTokens.join(','),
  }
}

const header = z.string().nullable().optional()
const metadataSchema = z.object({
  name: z.string().optional(),
  contentType: header,
  cacheControl: header,
  contentDisposition: header,
  contentEncoding: header,
  contentLanguage: header,
  metadata: z.record(z.string(), z.string().nullable()).nullable().optional(),
})

export interface DecodedMetadata {
  /** Uploads may carry the name here instead of in the address. */
  readonly name: string | undefined
  readonly settable: SettableMetadata
}

/** Reads the metadata part of an upload or the body of an update. Throws `invalid-argument`/`INVALID_METADATA`. */
export function decodeMetadata(json: unknown): DecodedMetadata {
  const parsed = metadataSchema.safeParse(json)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new StatusError(
      'invalid-argument',
      'INVALID_METADATA',
      `Metadata: ${issue?.path.join('.')}: ${issue?.message}`,
    )
  }
  const { name, metadata, contentEncoding, ...headers } = parsed.data
  return {
    name,
    settable: {
      ...headers,
      // The SDKs send back what they were given, and `identity` stands for none.
      contentEncoding: contentEncoding === 'identity' ? null : contentEncoding,
      customMetadata: metadata,
    },
  }
}
