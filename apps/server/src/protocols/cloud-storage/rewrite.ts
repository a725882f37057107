import type { Caller } from '../../access/caller.ts'
import type { Files, ObjectRef } from '../../files/files.ts'
import type { Exchange } from '../../http/exchange.ts'
import { decodePathSegment } from '../../http/path-segments.ts'
import { METADATA_BYTES_MAX } from '../storage-transfer/object-metadata.ts'
import { decodeResource, encodeResource } from './object-resource.ts'

/** Splits `<source>/rewriteTo/b/<bucket>/o/<target>` of a POST below an object, names percent-encoded. */
export function parseRewrite(bucket: string, rest: string): { from: ObjectRef; to: ObjectRef } | undefined {
  const match = /^([^/]+)\/(?:rewriteTo|copyTo)\/b\/([^/]+)\/o\/([^/]+)$/.exec(rest)
  if (!match) return undefined
  const [, source = '', targetBucket = '', target = ''] = match
  return {
    from: { bucket, name: decodePathSegment(source) },
    to: { bucket: decodePathSegment(targetBucket), name: decodePathSegment(target) },
  }
}

/**
 * Copies a file in one step, whatever its size: the answer is always `done`. `reader` is the caller in the source's project, `writer`
 * the same one in the target's.
 */
export async function handleRewrite(
  exchange: Exchange,
  files: Files,
  { reader, writer }: { reader: Caller; writer: Caller },
  { from, to }: { from: ObjectRef; to: ObjectRef },
): Promise<void> {
  const { settable } = decodeResource(await exchange.readJson(METADATA_BYTES_MAX))
  const source = await files.read(reader, from)
  const { contentType, cacheControl, contentDisposition, contentEncoding, contentLanguage, customMetadata } =
    source.object
  const copied = { contentType, cacheControl, contentDisposition, contentEncoding, contentLanguage, customMetadata }
  const given = Object.fromEntries(Object.entries(settable).filter(([, value]) => value !== undefined))
  const content = await source.open()
  const object = await files.put(writer, to, { ...copied, ...given }, content, { sizeBytes: source.object.sizeBytes })
  exchange.replyJson(200, {
    kind: 'storage#rewriteResponse',
    done: true,
    objectSize: String(object.sizeBytes),
    totalBytesRewritten: String(object.sizeBytes),
    resource: encodeResource(object, exchange.publicOrigin),
  })
}
