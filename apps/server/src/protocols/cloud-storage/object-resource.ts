import { StatusError } from '@hearth/model'
import { z } from 'zod'
import type { FileObject, SettableMetadata } from '../../files/file-object.ts'
import { etagOf } from '../storage-transfer/object-tags.ts'

/** The custom metadata key in which the Admin SDK looks for download tokens. */
const TOKENS_KEY = 'firebaseStorageDownloadTokens'

/** A file as the JSON API of Cloud Storage gives it (`storage#object`). */
export function encodeResource(object: FileObject, publicOrigin: string): Record<string, unknown> {
  const path = `/b/${encodeURIComponent(object.bucket)}/o/${encodeURIComponent(object.name)}`
  return {
    kind: 'storage#object',
    id: `${object.bucket}/${object.name}/${object.generation}`,
    selfLink: `${publicOrigin}/storage/v1${path}`,
    mediaLink: `${publicOrigin}/download/storage/v1${path}?generation=${object.generation}&alt=media`,
    name: object.name,
    bucket: object.bucket,
    generation: object.generation,
    metageneration: String(object.metageneration),
    contentType: object.contentType,
    storageClass: 'STANDARD',
    size: String(object.sizeBytes),
    md5Hash: object.md5Hash,
    crc32c: object.crc32c,
    etag: etagOf(object),
    timeCreated: new Date(object.timeCreated).toISOString(),
    updated: new Date(object.updated).toISOString(),
    cacheControl: object.cacheControl,
    contentDisposition: object.contentDisposition,
    contentEncoding: object.contentEncoding,
    contentLanguage: object.contentLanguage,
    metadata: { ...object.customMetadata, [TOKENS_KEY]: object.downloadTokens.join(',') },
  }
}

const header = z.string().nullable().optional()
const resourceSchema = z.object({
  name: z.string().optional(),
  contentType: header,
  cacheControl: header,
  contentDisposition: header,
  contentEncoding: header,
  contentLanguage: header,
  metadata: z.record(z.string(), z.string().nullable()).nullable().optional(),
})

export interface DecodedResource {
  readonly name: string | undefined
  readonly settable: SettableMetadata
}

/** Reads the resource of an upload or a patch. Throws `invalid-argument`/`INVALID_METADATA`. */
export function decodeResource(json: unknown): DecodedResource {
  const parsed = resourceSchema.safeParse(json)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new StatusError(
      'invalid-argument',
      'INVALID_METADATA',
      `Metadata: ${issue?.path.join('.')}: ${issue?.message}`,
    )
  }
  const { name, metadata, ...headers } = parsed.data
  // Download tokens are made and revoked by the server alone; what a client sends back under their key is what it was given.
  const custom = metadata && Object.fromEntries(Object.entries(metadata).filter(([key]) => key !== TOKENS_KEY))
  return { name, settable: { ...headers, customMetadata: custom } }
}
