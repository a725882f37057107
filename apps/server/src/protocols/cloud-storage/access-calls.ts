import { StatusError } from '@hearth/model'
import { z } from 'zod'
import type { Caller } from '../../access/caller.ts'
import type { FileObject } from '../../files/file-object.ts'
import type { Files, ObjectRef } from '../../files/files.ts'
import { EVERYBODY, isPublic } from '../../files/public-files.ts'
import type { Exchange } from '../../http/exchange.ts'
import { decodePathSegment } from '../../http/path-segments.ts'
import type { Grant, AccessTerms } from '../storage-transfer/access-lists.ts'
import { etagOf, METADATA_BYTES_MAX } from '../storage-transfer/object-metadata.ts'
import { replyPart } from './partial-answer.ts'

/** What a path below an object's asks for: its access list, or the entry of one entity. */
export interface AccessCall {
  readonly name: string
  readonly entity: string | undefined
}

/** `<object>/acl` and `<object>/acl/<entity>`, percent-encoded; undefined for anything else. */
export function parseAccessCall(rest: string): AccessCall | undefined {
  const [object = '', acl, entity, ...more] = rest.split('/')
  if (acl !== 'acl' || more.length > 0) return undefined
  return { name: decodePathSegment(object), entity: entity === undefined ? undefined : decodePathSegment(entity) }
}

const entrySchema = z.object({ entity: z.string().optional(), role: z.string().optional() })

/**
 * The calls of `file.acl`, which `makePublic` makes, too: of all entries the one of `allUsers` as a reader is a real one. The project's own are
 * listed as the original lists them, and can't be taken away.
 */
export async function handleAccessCall(
  exchange: Exchange,
  files: Files,
  caller: Caller,
  at: ObjectRef,
  { entity }: AccessCall,
  { takeAccess, noteAccess }: AccessTerms,
): Promise<void> {
  const setPublic = async (wanted: boolean): Promise<FileObject> => {
    const object = await files.updateMetadata(caller, at, { isPublic: wanted })
    await noteAccess(exchange, caller, at.name, wanted)
    return object
  }
  switch (exchange.method) {
    case 'GET':
    case 'HEAD': {
      const entries = accessList(await files.get(caller, at), exchange.publicOrigin)
      if (entity === undefined) return replyPart(exchange, { kind: 'storage#objectAccessControls', items: entries })
      const entry = entries.find((one) => one['entity'] === entity)
      if (entry === undefined) throw noEntry(entity)
      return replyPart(exchange, entry)
    }
    case 'DELETE': {
      if (entity !== EVERYBODY || !isPublic(await files.get(caller, at))) throw noEntry(entity ?? '')
      await setPublic(false)
      return exchange.reply(204, {})
    }
    default: {
      const grant = await readGrant(exchange, entity)
      const wanted = takeAccess(undefined, [grant])
      const object = wanted === true ? await setPublic(true) : await files.get(caller, at)
      replyPart(exchange, encodeEntry(object, grant, exchange.publicOrigin))
    }
  }
}

/** Who may do what with a file, as `projection=full` has it. */
export function accessList(object: FileObject, publicOrigin: string): Record<string, unknown>[] {
  const everybody = isPublic(object) ? [{ entity: EVERYBODY, role: 'READER' }] : []
  const project = { entity: `project-owners-${object.bucket.split('.')[0]}`, role: 'OWNER' }
  return [project, ...everybody].map((grant) => encodeEntry(object, grant, publicOrigin))
}

async function readGrant(exchange: Exchange, entity: string | undefined): Promise<Grant> {
  const parsed = entrySchema.safeParse(await exchange.readJson(METADATA_BYTES_MAX))
  const named = entity ?? parsed.data?.entity
  if (named !== undefined && parsed.success) return { entity: named, role: parsed.data.role }
  throw new StatusError('invalid-argument', 'INVALID_REQUEST', 'An entry of an access list has an entity and a role.')
}

function encodeEntry(object: FileObject, { entity, role = 'READER' }: Grant, publicOrigin: string) {
  const { bucket, name, generation } = object
  const path = `/b/${encodeURIComponent(bucket)}/o/${encodeURIComponent(name)}/acl/${encodeURIComponent(entity)}`
  return {
    kind: 'storage#objectAccessControl',
    id: `${bucket}/${name}/${generation}/${entity}`,
    selfLink: `${publicOrigin}/storage/v1${path}`,
    object: name,
    generation,
    bucket,
    entity,
    role,
    etag: etagOf(object),
  }
}

function noEntry(entity: string): StatusError {
  return new StatusError('not-found', 'NO_SUCH_ENTRY', `The access list of this file has no entry for ${entity}.`)
}
