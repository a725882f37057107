import { StatusError } from '@hearth/model'
import { z } from 'zod'
import type { Caller } from '../../access/caller.ts'
import type { FileContent, Files, ObjectRef } from '../../files/files.ts'
import { joinedContents } from '../../files/joined-contents.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { AccessTerms } from '../storage-transfer/note-access.ts'
import { withNewestContent } from '../storage-transfer/download.ts'
import { METADATA_BYTES_MAX } from '../storage-transfer/object-metadata.ts'
import { preconditionsOf } from '../storage-transfer/preconditions.ts'
import { decodeResource, encodeResource } from './object-resource.ts'
import { replyPart } from './partial-answer.ts'

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
