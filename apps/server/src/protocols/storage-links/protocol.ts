import { StatusError } from '@hearth/model'
import type { Clock } from '../../lib/ambient.ts'
import type { Authenticator, Caller } from '../../access/caller.ts'
import type { RecordAct } from '../../audit/audit-entry.ts'
import type { FileContent, Files, ObjectRef } from '../../files/files.ts'
import { authorityOf } from '../../http/host-check.ts'
import type { Exchange } from '../../http/exchange.ts'
import { decodePathSegment } from '../../http/path-segments.ts'
import type { Protocol, Route } from '../../http/route.ts'
import type { ServiceKeys } from '../../identity/tokens/service-keys.ts'
import type { Projects } from '../../projects/projects.ts'
import type { Thumbnails } from '../../thumbnails/thumbnails.ts'
import { createNoteAccess } from '../storage-transfer/access-lists.ts'
import { sendFile, withNewestContent } from '../storage-transfer/download.ts'
import { generationOf } from '../storage-transfer/preconditions.ts'
import { putObject, startUpload, postObject } from './link-upload.ts'
import { readPostForm } from './post-form.ts'
import { readPostPolicy } from './post-policy.ts'
import { isSigned, readSignedRequest } from './signed-request.ts'
import { isNotChanged, statusOf } from '../storage-transfer/error-body.ts'

/** Only whole bucket names, so that no other address of the server is taken for a file: those of the console have no dot there. */
const bucketPattern = /\.(?:appspot\.com|firebasestorage\.app)$/

/**
 * Files by plain address, `/<bucket>/<name>`: signed URLs (version 4) for reading, writing and deleting, public files, and what rules let anybody read.
 * The part of the XML API of Cloud Storage that `getSignedUrl`, `publicUrl` and `isPublic` lead to.
 */
export function createStorageLinksProtocol(deps: {
  files: Files
  projects: Pick<Projects, 'projectOfBucket' | 'isNamedBucket'>
  authenticator: Authenticator
  thumbnails: Thumbnails
  serviceKeys: Pick<ServiceKeys, 'findSigner'>
  clock: Clock
  recordAct: RecordAct
}): Protocol {
  const { files, projects, authenticator, thumbnails, serviceKeys, clock } = deps
  const noteAccess = createNoteAccess(deps.recordAct)

  /** Who signed the address, or whose credential came with the request. */
  async function callerOf(exchange: Exchange, project: string): Promise<{ caller: Caller; contentSha256?: string }> {
    if (!isSigned(exchange.query)) {
      return { caller: await authenticator.authenticate(project, exchange.headers.authorization, exchange) }
    }
    const { method, path, query, headers } = exchange
    const signed = readSignedRequest({ method, path, query, headers, hosts: hostsOf(exchange) }, clock.nowMs())
    for (const text of signed.texts) {
      const key = await serviceKeys.findSigner(project, signed.signer, text, signed.signature).catch(undefinedIfAbsent)
      if (key === undefined) continue
      const { contentSha256 } = signed
      return { caller: { kind: 'admin', project, key }, ...(contentSha256 !== undefined && { contentSha256 }) }
    }
    throw signatureInvalid()
  }

  type Handle = (exchange: Exchange, caller: Caller, at: ObjectRef, contentSha256?: string) => Promise<void>
  const onObject =
    (handle: Handle): Route['handle'] =>
    async (exchange, { bucket = '', name = '' }) => {
      const project = await projects.projectOfBucket(bucket)
      const { caller, contentSha256 } = await callerOf(exchange, project)
      exchange.note({ project, ...('uid' in caller && { uid: caller.uid }) })
      const decoded = name.split('/').map(decodePathSegment).join('/')
      const at = { bucket, name: decoded, generation: generationOf(exchange.query, 'generation') }
      await handle(exchange, caller, at, contentSha256)
    }

  const read = onObject(async (exchange, caller, at) =>
    withNewestContent(async () =>
      sendFile(exchange, asWanted(await files.read(caller, at, { isAtPublicAddress: true }), exchange), thumbnails),
    ),
  )
  /** A form of a page: who signed its policy says what it may be. The address names the bucket, or leaves that to the policy. */
  const post: Route['handle'] = async (exchange, params) => {
    if (!/^multipart\/form-data\b/i.test(exchange.headers['content-type'] ?? '')) return await start(exchange, params)
    const form = await readPostForm(exchange.headers['content-type'], exchange.streamBody())
    const policy = readPostPolicy(form, clock.nowMs())
    const { bucket: addressed = policy.bucket, name: rest = '' } = params
    if (addressed !== policy.bucket || rest !== '') throw signatureInvalid()
    const project = await projects.projectOfBucket(policy.bucket)
    const key = await serviceKeys
      .findSigner(project, policy.signer, policy.signed, policy.signature)
      .catch(undefinedIfAbsent)
    if (key === undefined) throw signatureInvalid()
    exchange.note({ project })
    await postObject(exchange, files, { kind: 'admin', project, key }, form, policy, noteAccess)
  }
  const put = onObject((exchange, caller, at, sha256) => putObject(exchange, files, caller, at, sha256, noteAccess))
  const start = onObject((exchange, caller, at, sha256) => startUpload(exchange, files, caller, at, sha256, noteAccess))
  const remove = onObject(async (exchange, caller, at) => {
    await files.delete(caller, at)
    exchange.reply(204, {})
  })

  const route = (method: string, handle: Route['handle']): Route => ({
    method,
    path: '/:bucket/*name',
    guard: 'gate',
    sendsFiles: method === 'GET',
    accepts: ({ bucket = '' }) =>
      bucketPattern.test(bucket) || (bucket.includes('.') && projects.isNamedBucket(bucket)),
    handle,
  })
  return {
    name: 'storage-links',
    routes: [
      route('GET', read),
      route('PUT', put),
      route('POST', post),
      route('DELETE', remove),
      { ...route('POST', post), path: '/:bucket' },
      // Where the library has another address for the API, it gives forms that alone.
      { method: 'POST', path: '/', guard: 'gate', handle: post },
    ],
    writeError: writeXmlError,
  }
}

/** A signer may say how the answer is to be shown; whether it may be shown in place is decided by what it says it is. */
function asWanted(content: FileContent, { query }: Exchange): FileContent {
  if (!isSigned(query)) return content
  const contentType = headerFrom(query.get('response-content-type')) ?? content.object.contentType
  const contentDisposition = headerFrom(query.get('response-content-disposition')) ?? content.object.contentDisposition
  return { ...content, object: { ...content.object, contentType, contentDisposition } }
}

function headerFrom(value: string | null): string | undefined {
  if (value === null || value === '') return undefined
  if (/^[\x20-\x7e]{1,1024}$/.test(value)) return value
  throw new StatusError('invalid-argument', 'INVALID_REQUEST', 'A header of the answer must be printable ASCII.')
}

function signatureInvalid(): StatusError {
  const message = 'The signature does not fit the request, or its service key is not one of this project.'
  return new StatusError('permission-denied', 'SIGNATURE_INVALID', message)
}

/** A project that is not there has no keys; strangers don't learn which of the two it is. */
function undefinedIfAbsent(error: unknown): undefined {
  if (error instanceof StatusError && error.reason === 'PROJECT_NOT_FOUND') return undefined
  throw error
}

function hostsOf(exchange: Exchange): string[] {
  const hosts = [authorityOf(exchange.request) ?? '', new URL(exchange.publicOrigin).host]
  return [...new Set(hosts.flatMap((host) => [host, host.replace(/:\d+$/, '')]))]
}

/** Errors of links in the form of the XML API, which has no other. */
function writeXmlError(exchange: Exchange, error: StatusError): void {
  if (isNotChanged(exchange, error)) {
    exchange.reply(304, {})
    return
  }
  const details = `<Code>${escape(error.reason)}</Code><Message>${escape(error.message)}</Message><RequestId>${escape(exchange.id)}</RequestId>`
  const body = `<?xml version='1.0' encoding='UTF-8'?><Error>${details}</Error>`
  exchange.reply(statusOf(error), { 'content-type': 'application/xml; charset=utf-8' }, body)
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
