import { StatusError } from '@hearth/model'
import type { Caller } from '../../access/caller.ts'
import type { SettableMetadata } from '../../files/file-object.ts'
import type { Files, ObjectRef, FileContent } from '../../files/files.ts'
import { joinedContents } from '../../files/joined-contents.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { AccessTerms } from '../storage-transfer/access-lists.ts'
import { withNewestContent } from '../storage-transfer/download.ts'
import { METADATA_BYTES_MAX } from '../storage-transfer/object-metadata.ts'
import { generationOf, preconditionsOf, sourcePreconditionsOf } from '../storage-transfer/preconditions.ts'
import { decodeResource, encodeResource } from './object-resource.ts'
import { replyPart } from './partial-answer.ts'
import { z } from 'zod'

const SOURCES_MAX = 32

const generation = z.union([z.number().int().nonnegative(), z.string().regex(/^\d{1,20}$/)]).transform(String)
const bodySchema = z.object({
  destination: z.unknown().optional(),
  sourceObjects: z
    .array(
      z.object({
        name: z.string(),
        generation: generation.optional(),
        objectPreconditions: z.object({ ifGenerationMatch: generation.optional() }).optional(),
      }),
    )
    .min(1)
    .max(SOURCES_MAX),
})

/**
 * Copies a file in one step, whatever its size: the answer is always `done`. `reader` is the caller in the source's project, `writer`
 * the same one in the target's. A copy that takes over the custom metadata takes over the download tokens, which are a part of it.
 */
export async function handleCopy(
  exchange: Exchange,
  files: Files,
  { reader, writer }: { reader: Caller; writer: Caller },
  { from, to }: { from: ObjectRef; to: ObjectRef },
  { takeAccess, noteAccess }: AccessTerms,
): Promise<void> {
  const { query } = exchange
  if (query.get('rewriteToken')) {
    throw new StatusError('unimplemented', 'NOT_OFFERED', 'Copies are made in one step: there is none to go on with.')
  }
  const { settable, grants } = decodeResource(await exchange.readJson(METADATA_BYTES_MAX))
  const isPublic = takeAccess(query.get('destinationPredefinedAcl') ?? undefined, grants)
  const meant = { ...from, generation: generationOf(query, 'sourceGeneration') }
  const given = Object.fromEntries(
    Object.entries({ ...settable, customMetadata: withoutNulls(settable.customMetadata) }).filter(
      ([, value]) => value !== undefined,
    ),
  )
  const object = await withNewestContent(async () => {
    const source = await files.read(reader, meant, { expected: sourcePreconditionsOf(query) })
    const { contentType, cacheControl, contentDisposition, contentEncoding, contentLanguage, customMetadata } =
      source.object
    const copied = { contentType, cacheControl, contentDisposition, contentEncoding, contentLanguage, customMetadata }
    const downloadTokens = hasOwnMetadata(settable) ? undefined : source.object.downloadTokens
    const options = { sizeBytes: source.object.sizeBytes, expected: preconditionsOf(query) }
    return await files.put(
      writer,
      to,
      { ...copied, downloadTokens, ...given, isPublic },
      joinedContents([source]),
      options,
    )
  })
  if (isPublic === true) await noteAccess(exchange, writer, to.name, true)
  const resource = encodeResource(object, exchange)
  if (exchange.path.includes('/copyTo/')) return replyPart(exchange, resource)
  replyPart(exchange, {
    kind: 'storage#rewriteResponse',
    done: true,
    objectSize: String(object.sizeBytes),
    totalBytesRewritten: String(object.sizeBytes),
    resource,
  })
}

/** Whether a copy is given custom metadata, as part of which the original keeps the download tokens. */
function hasOwnMetadata({ customMetadata, downloadTokens }: SettableMetadata): boolean {
  return downloadTokens !== undefined || customMetadata === null || Object.keys(customMetadata ?? {}).length > 0
}

/** A copy has nothing yet that `null` could take away: with the vendor it becomes an empty text. */
function withoutNulls(custom: SettableMetadata['customMetadata']): SettableMetadata['customMetadata'] {
  return custom && Object.fromEntries(Object.entries(custom).map(([key, value]) => [key, value ?? '']))
}

/** Makes a file of the contents of 1 to 32 others of the bucket, one after the other. */
export async function handleCompose(
  exchange: Exchange,
  files: Files,
  caller: Caller,
  to: ObjectRef,
  { takeAccess, noteAccess }: AccessTerms,
): Promise<void> {
  const parsed = bodySchema.safeParse(await exchange.readJson(METADATA_BYTES_MAX))
  if (!parsed.success) {
    const message = `sourceObjects must name 1 to ${SOURCES_MAX} files of the bucket.`
    throw new StatusError('invalid-argument', 'INVALID_REQUEST', message)
  }
  const { settable, checksums, grants } = decodeResource(parsed.data.destination ?? {})
  const isPublic = takeAccess(exchange.query.get('destinationPredefinedAcl') ?? undefined, grants)
  const object = await withNewestContent(async () => {
    const sources: FileContent[] = []
    for (const { name, generation: wanted, objectPreconditions } of parsed.data.sourceObjects) {
      const expected = { generationMatch: objectPreconditions?.ifGenerationMatch }
      sources.push(await files.read(caller, { bucket: to.bucket, name, generation: wanted }, { expected }))
    }
    const sizeBytes = sources.reduce((sum, { object: { sizeBytes: own } }) => sum + own, 0)
    const contentType = settable.contentType ?? sources[0]?.object.contentType
    const options = { sizeBytes, checksums, expected: preconditionsOf(exchange.query) }
    return await files.put(caller, to, { ...settable, contentType, isPublic }, joinedContents(sources), options)
  })
  if (isPublic === true) await noteAccess(exchange, caller, to.name, true)
  replyPart(exchange, encodeResource(object, exchange))
}
