import type { Caller } from '../../access/caller.ts'
import type { FileObject } from '../../files/file-object.ts'
import type { Files } from '../../files/files.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { AccessTerms } from '../storage-transfer/access-lists.ts'
import { checksumsOf, announcedBy, headerOf, invalidUpload } from '../storage-transfer/upload-headers.ts'
import { readRelatedParts } from '../storage-transfer/multipart-related.ts'
import { METADATA_BYTES_MAX } from '../storage-transfer/object-metadata.ts'
import { preconditionsOf } from '../storage-transfer/preconditions.ts'
import { decodeResource, encodeResource } from './object-resource.ts'
import { replyPart } from './partial-answer.ts'

/**
 * `POST /upload/storage/v1/b/:bucket/o?uploadType=multipart|resumable|media`. Clients of its older form name the type in
 * `X-Goog-Upload-Protocol`; media is what nobody names.
 */
export async function handleUpload(
  exchange: Exchange,
  files: Files,
  caller: Caller,
  bucket: string,
  access: AccessTerms,
): Promise<void> {
  const isPublic = access.takeAccess(exchange.query.get('predefinedAcl') ?? undefined)
  const reply = async (object: FileObject): Promise<void> => {
    if (object.readers !== undefined) await access.noteAccess(exchange, caller, object.name, true)
    replyObject(exchange, object)
  }
  const named = exchange.query.get('name') ?? undefined
  const encoded = encodingIn(exchange.query)
  const expected = preconditionsOf(exchange.query)
  switch (exchange.query.get('uploadType') ?? headerOf(exchange.headers, 'x-goog-upload-protocol') ?? 'media') {
    case 'multipart': {
      const parts = await readRelatedParts(exchange.headers['content-type'], exchange.streamBody())
      const { name, settable, checksums, grants } = decodeResource(parts.metadata)
      const metadata = {
        ...settable,
        ...encoded,
        contentType: settable.contentType ?? parts.contentType,
        isPublic: access.takeAccess(undefined, grants) ?? isPublic,
      }
      const at = { bucket, name: named ?? name ?? '' }
      return await reply(await files.put(caller, at, metadata, parts.content, { checksums, expected }))
    }
    case 'raw':
    case 'media': {
      const metadata = { ...encoded, contentType: exchange.headers['content-type'], isPublic }
      const options = { checksums: checksumsOf(exchange.headers), expected }
      const at = { bucket, name: named ?? '' }
      return await reply(await files.put(caller, at, metadata, exchange.streamBody(), options))
    }
    case 'resumable':
      return startResumable(exchange, files, caller, { bucket, named, isPublic }, access)
    default:
      throw invalidUpload('uploadType must be multipart, resumable or media.')
  }
}

/** Of the content that comes, in the address: what comes as media has no metadata to say it in (`objects.insert` of the JSON API). */
function encodingIn(query: Exchange['query']): { readonly contentEncoding?: string } {
  const contentEncoding = query.get('contentEncoding')
  return contentEncoding === null ? {} : { contentEncoding }
}

async function startResumable(
  exchange: Exchange,
  files: Files,
  caller: Caller,
  { bucket, named, isPublic }: { bucket: string; named: string | undefined; isPublic: boolean | undefined },
  access: AccessTerms,
): Promise<void> {
  const { name, settable, checksums, grants } = decodeResource(await exchange.readJson(METADATA_BYTES_MAX))
  const wanted = access.takeAccess(undefined, grants) ?? isPublic
  const uploadId = await files.startUpload(
    caller,
    { bucket, name: named ?? name ?? '' },
    {
      ...settable,
      ...encodingIn(exchange.query),
      contentType: settable.contentType ?? headerOf(exchange.headers, 'x-upload-content-type'),
      isPublic: wanted,
    },
    {
      ...announcedBy(headerOf(exchange.headers, 'x-upload-content-length')),
      checksums,
      expected: preconditionsOf(exchange.query),
      // As with the original, a program may hand the address of its upload to a browser.
      isBearer: caller.kind === 'admin',
    },
  )
  // What is written down is that it will be; who has the address sends the file.
  if (wanted === true) await access.noteAccess(exchange, caller, named ?? name ?? '', true)
  const address = new URL(`/upload/storage/v1/b/${encodeURIComponent(bucket)}/o`, exchange.publicOrigin)
  address.search = new URLSearchParams({ uploadType: 'resumable', upload_id: uploadId }).toString()
  exchange.reply(200, { location: address.href })
}

/** `PUT` on the address of a resumable upload: the next bytes, or a question how many have arrived. */
export async function handleUploadStep(
  exchange: Exchange,
  files: Files,
  caller: Caller,
  bucket: string,
): Promise<void> {
  const uploadId = exchange.query.get('upload_id')
  if (uploadId === null) throw invalidUpload('upload_id is missing.')
  const range = parseContentRange(exchange.headers['content-range'])
  const status =
    range.first === undefined
      ? { ...(await files.uploadStatus(caller, bucket, uploadId)), endsAt: undefined }
      : await files.appendUpload(caller, bucket, uploadId, range.first, exchange.streamBody())
  const endsAt = range.total ?? (range.isLast ? status.endsAt : undefined)
  if (status.state === 'final' && endsAt === undefined) return replyObject(exchange, status.object)
  const received = status.state === 'final' ? status.object.sizeBytes : status.sizeBytes
  if (endsAt !== undefined && (status.state === 'final' || received >= endsAt)) {
    const options = { checksums: checksumsOf(exchange.headers), endsAt }
    return replyObject(exchange, await files.finishUpload(caller, bucket, uploadId, options))
  }
  exchange.reply(308, received > 0 ? { range: `bytes=0-${received - 1}` } : {})
}

/** `DELETE` on the address of a resumable upload. 499 is the API's answer to a cancellation that worked. */
export async function handleUploadCancel(
  exchange: Exchange,
  files: Files,
  caller: Caller,
  bucket: string,
): Promise<void> {
  const uploadId = exchange.query.get('upload_id')
  if (uploadId === null) throw invalidUpload('upload_id is missing.')
  await files.cancelUpload(caller, bucket, uploadId)
  exchange.reply(499, {})
}

interface ContentRange {
  /** undefined only asks for the state. */
  readonly first: number | undefined
  readonly total: number | undefined
  /** No range was given: the body is all there is. */
  readonly isLast: boolean
}

/** `bytes 0-99/200`, `bytes 0-99/*`, `bytes 0-*` + `/*` or `/200`, or `bytes *` + `/200` to ask. */
function parseContentRange(header: string | undefined): ContentRange {
  if (header === undefined) return { first: 0, total: undefined, isLast: true }
  const match = /^bytes (?:(\d{1,15})-(?:\d{1,15}|\*)|\*)\/(\d{1,15}|\*)$/.exec(header)
  if (!match) throw invalidUpload('Content-Range is not understood.')
  const [, first, total] = match
  return {
    first: first === undefined ? undefined : Number(first),
    total: total === undefined || total === '*' ? undefined : Number(total),
    isLast: first !== undefined && header.includes('-*/*'),
  }
}

function replyObject(exchange: Exchange, object: FileObject): void {
  replyPart(exchange, encodeResource(object, exchange))
}
