import type { Authenticator, Caller } from '../../access/caller.ts'
import type { RecordAct } from '../../audit/audit-entry.ts'
import type { Files, ObjectRef, ReadOptions } from '../../files/files.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Protocol, Route } from '../../http/route.ts'
import { defaultBucketOf } from '../../projects/project-id.ts'
import type { Projects } from '../../projects/projects.ts'
import { takeAccess, takeKnownAccess, type AccessTerms, createNoteAccess } from '../storage-transfer/access-lists.ts'
import { sendContent, withNewestContent } from '../storage-transfer/download.ts'
import { writeStorageError } from '../storage-transfer/error-body.ts'
import { METADATA_BYTES_MAX } from '../storage-transfer/object-metadata.ts'
import { generationOf, preconditionsOf, sourcePreconditionsOf } from '../storage-transfer/preconditions.ts'
import { createStorageHandlers, listOf } from '../storage-transfer/storage-handlers.ts'
import { handleAccessCall, parseAccessCall } from './access-calls.ts'
import { handleCompose, handleCopy } from './copy.ts'
import { decodeResource, encodeResource } from './object-resource.ts'
import { replyPart } from './partial-answer.ts'
import { handleUpload, handleUploadCancel, handleUploadStep } from './upload.ts'
import { StatusError } from '@hearth/model'
import { permissionDenied } from '../../access/permission-denied.ts'
import { decodePathSegment } from '../../http/path-segments.ts'

/** What `@google-cloud/storage` and `firebase-admin` use of the Cloud Storage JSON API, at all the paths they use (wire-protocol 4.2). */
export function createCloudStorageProtocol(deps: {
  files: Files
  projects: Projects
  authenticator: Authenticator
  mode: 'start' | 'dev'
  recordAct: RecordAct
}): Protocol {
  const { files, projects } = deps
  const authenticator = serversAlone(deps.authenticator, deps.mode)
  const access: AccessTerms = {
    takeAccess: deps.mode === 'start' ? takeAccess : takeKnownAccess,
    noteAccess: createNoteAccess(deps.recordAct),
  }
  const { callerOf, onBucket, onObject } = createStorageHandlers({ projects, authenticator })
  /** An upload's address is known to whoever may go on with it. */
  const { onBucket: onAnybodysUpload } = createStorageHandlers(deps)

  const list = onBucket(async (exchange, caller, bucket) => {
    const page = await files.list(caller, bucket, listOf(exchange.query))
    replyPart(exchange, {
      kind: 'storage#objects',
      ...(page.prefixes.length > 0 && { prefixes: page.prefixes }),
      ...(page.items.length > 0 && {
        items: page.items.map((object) => encodeResource(object, exchange)),
      }),
      ...(page.nextPageToken !== undefined && { nextPageToken: page.nextPageToken }),
    })
  })

  const asked = ({ query }: Exchange): ReadOptions => ({ expected: preconditionsOf(query) })

  const sendNewest = async (exchange: Exchange, caller: Caller, at: ObjectRef): Promise<void> =>
    await withNewestContent(async () => sendContent(exchange, await files.read(caller, at, asked(exchange))))

  const read = onObject(async (exchange, caller, at) => {
    if (exchange.query.get('alt') === 'media') return await sendNewest(exchange, caller, at)
    replyPart(exchange, encodeResource(await files.get(caller, at, asked(exchange)), exchange))
  })

  const download = onObject(sendNewest)

  const update = onObject(async (exchange, caller, at) => {
    const { settable, grants } = decodeResource(await exchange.readJson(METADATA_BYTES_MAX))
    const isPublic = access.takeAccess(exchange.query.get('predefinedAcl') ?? undefined, grants)
    const changes = { ...settable, isPublic }
    const object = await files.updateMetadata(caller, at, changes, preconditionsOf(exchange.query))
    await access.noteAccess(exchange, caller, at.name, isPublic)
    replyPart(exchange, encodeResource(object, exchange))
  })

  const remove = onObject(async (exchange, caller, at) => {
    await files.delete(caller, at, preconditionsOf(exchange.query))
    exchange.reply(204, {})
  })

  /** An object's access list has an address below the object's. */
  const orAccess =
    (handle: Route['handle']): Route['handle'] =>
    async (exchange, params) => {
      const { bucket = '', name = '' } = params
      const asked = parseAccessCall(name)
      if (asked === undefined) return await handle(exchange, params)
      const at = { bucket, name: asked.name, generation: generationOf(exchange.query, 'generation') }
      await handleAccessCall(exchange, files, await callerOf(exchange, bucket), at, asked, access)
    }

  const call: Route['handle'] = async (exchange, { bucket = '', name = '' }) => {
    const asked = parseObjectCall(bucket, name)
    if (asked === undefined) return await refuse(exchange, { bucket })
    const caller = await callerOf(exchange, bucket)
    if (asked.kind === 'compose') return await handleCompose(exchange, files, caller, asked.to, access)
    if (asked.kind === 'copy') {
      // A copy names two projects, and a credential counts in its own alone.
      const writer = await callerOf(exchange, asked.to.bucket)
      return await handleCopy(exchange, files, { reader: caller, writer }, asked, access)
    }
    const from = { ...asked.from, generation: generationOf(exchange.query, 'sourceGeneration') }
    const object = await files.move(caller, from, asked.name, {
      expected: preconditionsOf(exchange.query),
      expectedSource: sourcePreconditionsOf(exchange.query),
    })
    replyPart(exchange, encodeResource(object, exchange))
  }

  const describeBucket = onBucket(async (exchange, caller, bucket) => {
    await assertBucketVisible(files, caller, bucket)
    replyPart(exchange, encodeBucket(bucket, exchange.publicOrigin))
  })

  /** What tools ask before they write: names are flat, and no folder is anything but the beginning of names. */
  const describeLayout = onBucket(async (exchange, caller, bucket) => {
    await assertBucketVisible(files, caller, bucket)
    replyPart(exchange, { kind: 'storage#storageLayout', bucket, hierarchicalNamespace: { enabled: false } })
  })
  const listManagedFolders = onBucket(async (exchange, caller, bucket) => {
    await assertBucketVisible(files, caller, bucket)
    replyPart(exchange, { kind: 'storage#managedFolders' })
  })

  const refuse = onBucket((exchange, caller, bucket) => refuseBucketCall(exchange, files, caller, bucket))

  const listBuckets: Route['handle'] = async (exchange) => {
    const project = exchange.query.get('project') ?? ''
    const bucket = defaultBucketOf(project)
    await assertBucketVisible(files, await callerOf(exchange, bucket), bucket)
    replyPart(exchange, { kind: 'storage#buckets', items: [encodeBucket(bucket, exchange.publicOrigin)] })
  }

  const below = (prefix: string): Route[] => [
    { method: 'GET', path: `${prefix}/b`, guard: 'gate', handle: listBuckets },
    { method: 'GET', path: `${prefix}/b/:bucket`, guard: 'gate', handle: describeBucket },
    { method: 'GET', path: `${prefix}/b/:bucket/storageLayout`, guard: 'gate', handle: describeLayout },
    { method: 'GET', path: `${prefix}/b/:bucket/managedFolders`, guard: 'gate', handle: listManagedFolders },
    { method: 'GET', path: `${prefix}/b/:bucket/o`, guard: 'gate', handle: list },
    { method: 'GET', path: `${prefix}/b/:bucket/o/*name`, guard: 'gate', handle: orAccess(read) },
    { method: 'PATCH', path: `${prefix}/b/:bucket/o/*name`, guard: 'gate', handle: orAccess(update) },
    { method: 'DELETE', path: `${prefix}/b/:bucket/o/*name`, guard: 'gate', handle: orAccess(remove) },
    { method: 'POST', path: `${prefix}/b/:bucket/o/*name`, guard: 'gate', handle: orAccess(call) },
    { method: 'PUT', path: `${prefix}/b/:bucket/o/*name`, guard: 'gate', handle: orAccess(refuse) },
    { method: 'PATCH', path: `${prefix}/b/:bucket`, guard: 'gate', handle: refuse },
    { method: 'DELETE', path: `${prefix}/b/:bucket`, guard: 'gate', handle: refuse },
    ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method): Route => ({
      method,
      path: `${prefix}/b/:bucket/*rest`,
      guard: 'gate',
      handle: refuse,
    })),
  ]
  const uploads = (path: string): Route[] => [
    {
      method: 'POST',
      path,
      guard: 'gate',
      handle: onBucket((e, c, bucket) => handleUpload(e, files, c, bucket, access)),
    },
    {
      method: 'PUT',
      path,
      guard: 'gate',
      handle: onAnybodysUpload((e, c, bucket) => handleUploadStep(e, files, c, bucket)),
    },
    {
      method: 'DELETE',
      path,
      guard: 'gate',
      handle: onAnybodysUpload((e, c, bucket) => handleUploadCancel(e, files, c, bucket)),
    },
  ]

  return {
    name: 'cloud-storage',
    routes: [
      ...below(''),
      ...below('/storage/v1'),
      { method: 'GET', path: '/download/storage/v1/b/:bucket/o/*name', guard: 'gate', handle: download },
      ...uploads('/upload/storage/v1/b/:bucket/o'),
      ...uploads('/resumable/upload/storage/v1/b/:bucket/o'),
    ],
    writeError(exchange, error) {
      // A download's refusal is read by people and tools that expect a content; the original has one line for it.
      if (error.reason !== 'OBJECT_NOT_FOUND' || !isDownload(exchange)) return writeStorageError(exchange, error)
      exchange.reply(
        404,
        { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
        error.message,
      )
    },
  }
}

function isDownload({ method, path, query }: Exchange): boolean {
  return method === 'GET' && (query.get('alt') === 'media' || path.startsWith('/download/'))
}

/**
 * This API is for servers: what it answers holds the download tokens of files, and its lists go as deep as they please, which rules
 * can't grant. Under `dev` it takes everybody without a credential for a server, as the vendor's emulator does and its libraries
 * expect; `Bearer owner` is open to all who reach it there, anyway.
 */
function serversAlone(authenticator: Authenticator, mode: 'start' | 'dev'): Authenticator {
  return {
    async authenticate(project, authorization, from) {
      const caller = await authenticator.authenticate(project, authorization, from)
      if (caller.kind === 'user') throw permissionDenied()
      if (caller.kind !== 'visitor') return caller
      if (mode === 'dev') return { kind: 'admin', project }
      throw new StatusError('unauthenticated', 'UNAUTHENTICATED', 'This API needs a server credential.')
    },
  }
}

/** A project has one bucket, which is there from the beginning; what it is can be read, and nothing of it can be set. */
function encodeBucket(bucket: string, publicOrigin: string): Record<string, unknown> {
  return {
    kind: 'storage#bucket',
    id: bucket,
    name: bucket,
    selfLink: `${publicOrigin}/storage/v1/b/${encodeURIComponent(bucket)}`,
    storageClass: 'STANDARD',
    metageneration: '1',
  }
}

/** Knowing that a bucket is there takes what listing it takes. */
async function assertBucketVisible(files: Files, caller: Caller, bucket: string): Promise<void> {
  await files.list(caller, bucket, { prefix: '', delimiter: '', maxResults: 1 })
}

/** What is not built of the JSON API: answered alike for every bucket that the caller may see. */
async function refuseBucketCall(exchange: Exchange, files: Files, caller: Caller, bucket: string): Promise<void> {
  await assertBucketVisible(files, caller, bucket)
  const { method, path } = exchange
  const message = `${method} ${path} of the storage API is not offered: who may do what is said by rules, and a bucket has no settings.`
  throw new StatusError('unimplemented', 'NOT_OFFERED', message)
}

/** What a POST below an object asks for. */
type ObjectCall =
  | { readonly kind: 'copy'; readonly from: ObjectRef; readonly to: ObjectRef }
  | { readonly kind: 'move'; readonly from: ObjectRef; readonly name: string }
  | { readonly kind: 'compose'; readonly to: ObjectRef }

/**
 * Reads the path after `/b/<bucket>/o/`, names percent-encoded: `<source>/rewriteTo/b/<bucket>/o/<target>` (or `copyTo`),
 * `<source>/moveTo/o/<target>`, `<target>/compose`. Undefined for anything else.
 */
export function parseObjectCall(bucket: string, rest: string): ObjectCall | undefined {
  const [first = '', verb, ...more] = rest.split('/')
  const object = { bucket, name: decodePathSegment(first) }
  const [b, otherBucket = '', o, target = ''] = more
  if ((verb === 'rewriteTo' || verb === 'copyTo') && b === 'b' && o === 'o' && more.length === 4) {
    const to = { bucket: decodePathSegment(otherBucket), name: decodePathSegment(target) }
    return { kind: 'copy', from: object, to }
  }
  if (verb === 'moveTo' && b === 'o' && more.length === 2) {
    return { kind: 'move', from: object, name: decodePathSegment(otherBucket) }
  }
  return verb === 'compose' && more.length === 0 ? { kind: 'compose', to: object } : undefined
}
