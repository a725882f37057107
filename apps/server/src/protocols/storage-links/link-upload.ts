import type { IncomingHttpHeaders } from 'node:http'
import { StatusError } from '@hearth/model'
import type { Caller } from '../../access/caller.ts'
import type { ContentTerms } from '../../files/content-terms.ts'
import type { FileObject, SettableMetadata } from '../../files/file-object.ts'
import type { Files, ObjectRef, UploadOptions } from '../../files/files.ts'
import type { Exchange } from '../../http/exchange.ts'
import { takeAccess } from '../storage-transfer/access-lists.ts'
import type { NoteAccess } from '../storage-transfer/note-access.ts'
import { checksumsOf } from '../storage-transfer/checksums.ts'
import { etagOf } from '../storage-transfer/object-metadata.ts'
import { announcedBy, headerOf } from '../storage-transfer/upload-headers.ts'

const CUSTOM_PREFIX = 'x-goog-meta-'

/** `PUT` of a whole file. `contentSha256` is what the signature covers of the body. */
export async function putObject(
  exchange: Exchange,
  files: Files,
  caller: Caller,
  at: ObjectRef,
  contentSha256: string | undefined,
  noteAccess: NoteAccess,
): Promise<void> {
  const { headers } = exchange
  const isPublic = takeAccess(headerOf(headers, 'x-goog-acl'))
  const options = {
    ...announcedBy(headerOf(headers, 'content-length')),
    checksums: checksumsOf(headers),
    terms: termsBy(headers, contentSha256),
    expected: expectedBy(headers),
  }
  const object = await files.put(caller, at, { ...metadataOf(headers), isPublic }, exchange.streamBody(), options)
  if (object.readers !== undefined) await noteAccess(exchange, caller, at.name, true)
  exchange.reply(200, headersOf(object))
}

/**
 * `POST` with `x-goog-resumable: start`: whoever knows the address in the answer may send the file, without a credential.
 * `contentSha256` is what the signature says of the file, which the end of the upload is held to.
 */
export async function startUpload(
  exchange: Exchange,
  files: Files,
  caller: Caller,
  at: ObjectRef,
  contentSha256: string | undefined,
  noteAccess: NoteAccess,
): Promise<void> {
  const { headers } = exchange
  if (headerOf(headers, 'x-goog-resumable') !== 'start') {
    throw new StatusError(
      'unimplemented',
      'NOT_OFFERED',
      'Post a signed form (multipart/form-data), or sign a URL for PUT or for a resumable upload.',
    )
  }
  const isPublic = takeAccess(headerOf(headers, 'x-goog-acl'))
  const options = { terms: termsBy(headers, contentSha256), expected: expectedBy(headers), isBearer: true }
  const uploadId = await files.startUpload(caller, at, { ...metadataOf(headers), isPublic }, options)
  if (isPublic === true) await noteAccess(exchange, caller, at.name, true)
  const address = new URL(`/upload/storage/v1/b/${encodeURIComponent(at.bucket)}/o`, exchange.publicOrigin)
  address.search = new URLSearchParams({ uploadType: 'resumable', upload_id: uploadId }).toString()
  exchange.reply(201, { location: address.href })
}

function metadataOf(headers: IncomingHttpHeaders): SettableMetadata {
  const custom = Object.keys(headers).filter((name) => name.startsWith(CUSTOM_PREFIX))
  return {
    contentType: headerOf(headers, 'content-type'),
    cacheControl: headerOf(headers, 'cache-control'),
    contentDisposition: headerOf(headers, 'content-disposition'),
    contentEncoding: headerOf(headers, 'content-encoding'),
    contentLanguage: headerOf(headers, 'content-language'),
    customMetadata: Object.fromEntries(
      custom.map((name) => [name.slice(CUSTOM_PREFIX.length), headerOf(headers, name) ?? '']),
    ),
  }
}

function expectedBy(headers: IncomingHttpHeaders): UploadOptions['expected'] {
  return {
    generationMatch: headerOf(headers, 'x-goog-if-generation-match'),
    metagenerationMatch: headerOf(headers, 'x-goog-if-metageneration-match'),
  }
}

function termsBy(headers: IncomingHttpHeaders, sha256: string | undefined): ContentTerms {
  return { sizeRange: sizeRangeOf(headers), sha256 }
}

/** How large the signer allows the file to be: `x-goog-content-length-range: <least>,<most>`. */
function sizeRangeOf(headers: IncomingHttpHeaders): ContentTerms['sizeRange'] {
  const text = headerOf(headers, 'x-goog-content-length-range')
  if (text === undefined) return undefined
  const [, least, most] = /^(\d{1,15}),(\d{1,15})$/.exec(text) ?? []
  if (least !== undefined && most !== undefined) return { minBytes: Number(least), maxBytes: Number(most) }
  const message = 'x-goog-content-length-range must be two numbers of bytes with a comma between.'
  throw new StatusError('invalid-argument', 'INVALID_REQUEST', message)
}

function headersOf(object: FileObject): Record<string, string> {
  return {
    etag: `"${etagOf(object)}"`,
    'x-goog-generation': object.generation,
    'x-goog-metageneration': String(object.metageneration),
    'x-goog-hash': `crc32c=${object.crc32c},md5=${object.md5Hash}`,
    'x-goog-stored-content-length': String(object.sizeBytes),
  }
}
