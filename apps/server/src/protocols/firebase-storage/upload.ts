import type { Caller } from '../../access/caller.ts'
import type { FileObject } from '../../files/file-object.ts'
import type { Files, ObjectRef } from '../../files/files.ts'
import type { Exchange } from '../../http/exchange.ts'
import {
  checksumsOf,
  announcedBy,
  contentHeaderOf,
  headerOf,
  invalidUpload,
} from '../storage-transfer/upload-headers.ts'
import { readRelatedParts } from '../storage-transfer/multipart-related.ts'
import {
  METADATA_BYTES_MAX,
  type DecodedMetadata,
  decodeMetadata,
  encodeMetadata,
} from '../storage-transfer/object-metadata.ts'

/** What a client must round its chunks to; the SDK's are multiples of it. */
const CHUNK_GRANULARITY = 256 * 1024

/**
 * `POST /v0/b/:bucket/o`: a whole upload, the start of a resumable one, or one of its later steps (wire-protocol 4.1). `named` is
 * the name in the path, which the SDKs for phones put there; others name the file by `?name=` or in the metadata.
 */
export async function handleUpload(
  exchange: Exchange,
  files: Files,
  caller: Caller,
  bucket: string,
  named = exchange.query.get('name') ?? undefined,
): Promise<void> {
  const protocol = headerOf(exchange.headers, 'x-goog-upload-protocol')
  const command = headerOf(exchange.headers, 'x-goog-upload-command')
  const uploadId = exchange.query.get('upload_id')
  if (uploadId !== null) return handleUploadStep(exchange, files, caller, bucket, uploadId, command ?? '')
  if (protocol === 'multipart') return handleMultipart(exchange, files, caller, bucket, named)
  if (command === 'start') return startResumable(exchange, files, caller, bucket, named)
  if (protocol === undefined || protocol === 'raw')
    return handleRaw(exchange, files, caller, { bucket, name: named ?? '' })
  throw invalidUpload(`Unknown upload protocol ${JSON.stringify(protocol)}.`)
}

/** Whether a request says in the protocol's own words that it uploads. */
export function isUpload({ headers, query }: Exchange): boolean {
  return ['x-goog-upload-protocol', 'x-goog-upload-command'].some((name) => name in headers) || query.has('upload_id')
}

async function handleMultipart(
  exchange: Exchange,
  files: Files,
  caller: Caller,
  bucket: string,
  named: string | undefined,
): Promise<void> {
  const parts = await readRelatedParts(exchange.headers['content-type'], exchange.streamBody())
  const { name, settable, checksums } = decodeObject(parts.metadata)
  const object = await files.put(
    caller,
    { bucket, name: named ?? name ?? '' },
    { ...settable, contentType: settable.contentType ?? parts.contentType },
    parts.content,
    { checksums, isLinked: true },
  )
  exchange.replyJson(200, encodeObject(object))
}

async function handleRaw(exchange: Exchange, files: Files, caller: Caller, at: ObjectRef): Promise<void> {
  const object = await files.put(caller, at, { contentType: exchange.headers['content-type'] }, exchange.streamBody(), {
    ...announcedBy(exchange.headers['content-length']),
    checksums: checksumsOf(exchange.headers),
    isLinked: true,
  })
  exchange.replyJson(200, encodeObject(object))
}

async function startResumable(
  exchange: Exchange,
  files: Files,
  caller: Caller,
  bucket: string,
  named: string | undefined,
): Promise<void> {
  const { name, settable, checksums } = decodeObject(await exchange.readJson(METADATA_BYTES_MAX))
  const object = named ?? name ?? ''
  const uploadId = await files.startUpload(
    caller,
    { bucket, name: object },
    {
      ...settable,
      contentType: settable.contentType ?? contentHeaderOf(exchange.headers, 'content-type'),
    },
    {
      ...announcedBy(contentHeaderOf(exchange.headers, 'content-length')),
      checksums,
      isLinked: true,
      // As with the original, whoever has the address may go on; what operators may is bound to their sessions.
      isBearer: caller.kind !== 'operator',
    },
  )
  const address = new URL(`/v0/b/${encodeURIComponent(bucket)}/o`, exchange.publicOrigin)
  address.search = new URLSearchParams({ name: object, upload_id: uploadId, upload_protocol: 'resumable' }).toString()
  exchange.reply(200, {
    'x-goog-upload-url': address.href,
    'x-goog-upload-status': 'active',
    'x-goog-upload-chunk-granularity': String(CHUNK_GRANULARITY),
    'x-guploader-uploadid': uploadId,
  })
}

async function handleUploadStep(
  exchange: Exchange,
  files: Files,
  caller: Caller,
  bucket: string,
  uploadId: string,
  command: string,
): Promise<void> {
  const steps = new Set(command.split(',').map((step) => step.trim()))
  if (steps.has('query')) {
    const status = await files.uploadStatus(caller, bucket, uploadId)
    const size = status.state === 'final' ? status.object.sizeBytes : status.sizeBytes
    exchange.reply(200, { 'x-goog-upload-status': status.state, 'x-goog-upload-size-received': String(size) })
    return
  }
  if (steps.has('cancel')) {
    await files.cancelUpload(caller, bucket, uploadId)
    exchange.reply(200, { 'x-goog-upload-status': 'cancelled' })
    return
  }
  if (!steps.has('upload') && !steps.has('finalize'))
    throw invalidUpload(`Unknown upload command ${JSON.stringify(command)}.`)
  // An end without a part says where it is, or nothing.
  let endsAt = 'x-goog-upload-offset' in exchange.headers ? offsetOf(exchange) : undefined
  if (steps.has('upload')) {
    const status = await files.appendUpload(caller, bucket, uploadId, offsetOf(exchange), exchange.streamBody())
    endsAt = status.endsAt
    if (!steps.has('finalize')) {
      if (status.state === 'final') return replyFinal(exchange, status.object)
      const received = String(status.sizeBytes)
      exchange.reply(200, { 'x-goog-upload-status': 'active', 'x-goog-upload-size-received': received })
      return
    }
  }
  const options = { checksums: checksumsOf(exchange.headers), endsAt }
  replyFinal(exchange, await files.finishUpload(caller, bucket, uploadId, options))
}

function replyFinal(exchange: Exchange, object: FileObject): void {
  exchange.reply(
    200,
    { 'x-goog-upload-status': 'final', 'content-type': 'application/json; charset=utf-8' },
    JSON.stringify(encodeObject(object)),
  )
}

function offsetOf(exchange: Exchange): number {
  const text = headerOf(exchange.headers, 'x-goog-upload-offset') ?? ''
  const offset = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(offset)) throw invalidUpload('X-Goog-Upload-Offset must be a number of bytes.')
  return offset
}

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
