import { StatusError } from '@hearth/model'
import { z } from 'zod'
import type { Checksums } from '../../files/content-terms.ts'
import type { FileObject, SettableMetadata } from '../../files/file-object.ts'
import type { Grant } from './access-lists.ts'
import { validChecksums } from './upload-headers.ts'

/** The most a JSON body of metadata may hold. */
export const METADATA_BYTES_MAX = 64 * 1024

/** What both storage protocols say of a file, under the same names. */
export function encodeMetadata(object: FileObject): Record<string, unknown> {
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
    cacheControl: object.cacheControl,
    contentDisposition: object.contentDisposition,
    contentEncoding: object.contentEncoding,
    contentLanguage: object.contentLanguage,
  }
}

const header = z.string().nullable().optional()
/** What is no text becomes one, as with the vendor; structures become JSON. */
const customValue = z
  .unknown()
  .transform((value) => (typeof value === 'string' || value === null ? value : JSON.stringify(value)))

const metadataSchema = z.object({
  name: z.string().optional(),
  contentType: header,
  cacheControl: header,
  contentDisposition: header,
  contentEncoding: header,
  contentLanguage: header,
  metadata: z.record(z.string(), customValue).nullable().optional(),
  md5Hash: header,
  crc32c: header,
  acl: z
    .array(z.object({ entity: z.string(), role: z.string().optional() }))
    .nullable()
    .optional(),
})

export interface DecodedMetadata {
  /** Uploads may carry the name here instead of in the address. */
  readonly name: string | undefined
  readonly settable: SettableMetadata
  /** Of the content that comes with it; an update has none and means nothing by them. */
  readonly checksums: Checksums
  /** The entries of an access list, where there is one. */
  readonly grants: readonly Grant[] | undefined
}

/** Reads the metadata of an upload or the body of an update. Throws `invalid-argument`/`INVALID_METADATA` or `INVALID_CHECKSUM`. */
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
  const { name, metadata, md5Hash, crc32c, acl, ...headers } = parsed.data
  const checksums = validChecksums({ md5: md5Hash ?? undefined, crc32c: crc32c ?? undefined })
  return {
    name,
    settable: { ...headers, customMetadata: metadata },
    checksums,
    grants: acl ?? undefined,
  }
}

/** Names one generation and metageneration of a file. */
export function etagOf(object: FileObject): string {
  return Buffer.from(`${object.generation}/${object.metageneration}`).toString('base64url')
}

/** The last segment of the name, for a download's `filename`; never one that is a place on a disk. */
export function fileNameOf({ name }: FileObject): string {
  const last = name.slice(name.lastIndexOf('/') + 1)
  if (last === '.' || last === '..') return name.replaceAll('/', '_')
  return last || name
}
