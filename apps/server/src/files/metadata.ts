import { StatusError } from '@hearth/model'
import type { FileAttributes } from '../access/gate.ts'
import { DEFAULT_CONTENT_TYPE, type FileObject, type SettableMetadata } from './file-object.ts'

const CUSTOM_METADATA_BYTES_MAX = 8_192
const HEADER_CHARACTERS_MAX = 1_024

type HeaderField = 'contentType' | 'cacheControl' | 'contentDisposition' | 'contentEncoding' | 'contentLanguage'
const headerFields: readonly HeaderField[] = [
  'contentType',
  'cacheControl',
  'contentDisposition',
  'contentEncoding',
  'contentLanguage',
]

type MetadataOfObject = Pick<FileObject, HeaderField | 'customMetadata'>

/** The metadata of a new file. Throws `invalid-argument`/`INVALID_METADATA`. */
export function newMetadata(settable: SettableMetadata): MetadataOfObject {
  return mergedMetadata({ contentType: DEFAULT_CONTENT_TYPE, customMetadata: {} }, settable)
}

/** `current` with the changes of an update: absent fields stay, `null` clears. */
export function mergedMetadata(current: MetadataOfObject, changes: SettableMetadata): MetadataOfObject {
  const merged: Record<HeaderField, string | undefined> = {
    contentType: current.contentType,
    cacheControl: current.cacheControl,
    contentDisposition: current.contentDisposition,
    contentEncoding: current.contentEncoding,
    contentLanguage: current.contentLanguage,
  }
  for (const field of headerFields) {
    const value = changes[field]
    if (value !== undefined) merged[field] = value === null || value === '' ? undefined : validHeader(field, value)
  }
  return {
    ...merged,
    contentType: merged.contentType ?? DEFAULT_CONTENT_TYPE,
    customMetadata: mergedCustomMetadata(current.customMetadata, changes.customMetadata),
  }
}

function mergedCustomMetadata(
  current: Readonly<Record<string, string>>,
  changes: SettableMetadata['customMetadata'],
): Record<string, string> {
  if (changes === null) return {}
  const merged = new Map(Object.entries(current))
  for (const [key, value] of Object.entries(changes ?? {})) {
    if (value === null) merged.delete(key)
    else merged.set(key, value)
  }
  let bytes = 0
  for (const [key, value] of merged) bytes += Buffer.byteLength(key) + Buffer.byteLength(value)
  if (bytes > CUSTOM_METADATA_BYTES_MAX) {
    throw refused(`Custom metadata may hold at most ${CUSTOM_METADATA_BYTES_MAX} bytes.`)
  }
  return Object.fromEntries(merged)
}

/** These values go out as response headers, so nothing that could end one may come in. */
function validHeader(field: HeaderField, value: string): string {
  if (value.length > HEADER_CHARACTERS_MAX || !/^[\t\x20-\x7e]*$/.test(value)) {
    throw refused(`The value of ${field} must be printable ASCII of at most ${HEADER_CHARACTERS_MAX} characters.`)
  }
  return value
}

function refused(message: string): StatusError {
  return new StatusError('invalid-argument', 'INVALID_METADATA', message)
}

type StoredAttributes = Pick<
  FileObject,
  'md5Hash' | 'crc32c' | 'generation' | 'metageneration' | 'timeCreated' | 'updated'
>

/** What the gate is told about a file; of content that is still to come not more than its announced size. */
export function attributesOf(
  metadata: MetadataOfObject & Partial<StoredAttributes>,
  sizeBytes: number,
): FileAttributes {
  const { contentType, cacheControl, contentDisposition, contentEncoding, contentLanguage, customMetadata } = metadata
  const { md5Hash, crc32c, generation, metageneration, timeCreated, updated } = metadata
  return {
    sizeBytes,
    contentType,
    cacheControl,
    contentDisposition,
    contentEncoding,
    contentLanguage,
    md5Hash,
    crc32c,
    generation,
    metageneration,
    timeCreated,
    updated,
    metadata: customMetadata,
  }
}
