import { StatusError } from '@hearth/model'
import type { Authenticator, Caller } from '../../access/caller.ts'
import type { Files, ObjectRef } from '../../files/files.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Protocol, Route } from '../../http/route.ts'
import type { Projects } from '../../projects/projects.ts'
import type { Thumbnails } from '../../thumbnails/thumbnails.ts'
import { sendFile, withNewestContent } from '../storage-transfer/download.ts'
import { writeStorageError } from '../storage-transfer/error-body.ts'
import { METADATA_BYTES_MAX } from '../storage-transfer/object-metadata.ts'
import { createStorageHandlers, listOf } from '../storage-transfer/storage-handlers.ts'
import { headerOf } from '../storage-transfer/upload-headers.ts'
import { decodeObject, encodeObject, handleUpload, isUpload } from './upload.ts'

/**
 * A list leaves out what `ref` of the SDKs can't name: parts of a name that are empty, such as those of folders that other tools made (the
 * SDK's reference, `list`).
 */
function isListedName(name: string): boolean {
  return !name.split('/').includes('')
}

/** The protocol of `firebase/storage`: everything under `/v0/b` (wire-protocol 4.1). */
export function createFirebaseStorageProtocol(deps: {
  files: Files
  projects: Projects
  authenticator: Authenticator
  thumbnails: Thumbnails
}): Protocol {
  const { files, thumbnails } = deps
  const { onBucket, onObject } = createStorageHandlers(deps)

  const list = onBucket(async (exchange, caller, bucket) => {
    const page = await files.list(caller, bucket, listOf(exchange.query))
    // Operators see what is there.
    const isListed = caller.kind === 'operator' ? () => true : isListedName
    exchange.replyJson(200, {
      prefixes: page.prefixes.filter((prefix) => isListed(prefix.replace(/\/$/, ''))),
      items: page.items.filter(({ name }) => isListed(name)).map(({ name }) => ({ name, bucket })),
      ...(page.nextPageToken !== undefined && { nextPageToken: page.nextPageToken }),
    })
  })

  const upload = onBucket((exchange, caller, bucket) => handleUpload(exchange, files, caller, bucket))

  const read = onObject(async (exchange, caller, at) => {
    const token = exchange.query.get('token') ?? undefined
    if (exchange.query.get('alt') === 'media')
      return await withNewestContent(async () =>
        sendFile(exchange, await files.read(caller, at, { token }), thumbnails),
      )
    exchange.replyJson(200, encodeObject(await files.getLinked(caller, at, { token })))
  })

  const update = onObject(async (exchange, caller, at) => {
    const { settable } = decodeObject(await exchange.readJson(METADATA_BYTES_MAX))
    exchange.replyJson(200, encodeObject(await files.updateMetadata(caller, at, settable)))
  })

  const postAsCaller = onObject(async (exchange, caller, at) => {
    if (isUpload(exchange)) return await handleUpload(exchange, files, caller, at.bucket, at.name)
    await changeTokens(exchange, caller, at)
  })

  /** A file named by the path: its download tokens, or an upload of it. Who may not change tokens is told so with any credential. */
  const post: Route['handle'] = async (exchange, params) => {
    try {
      await postAsCaller(exchange, params)
    } catch (error) {
      const isTokenChange = exchange.query.has('create_token') || exchange.query.has('delete_token')
      if (!(error instanceof StatusError) || error.code !== 'unauthenticated' || !isTokenChange) throw error
      throw new StatusError('permission-denied', error.reason, 'Missing admin credentials.', { cause: error })
    }
  }

  /** Android has no PATCH of its own: it says the method in a header (firebase-android-sdk, `UpdateMetadataNetworkRequest`). */
  const put: Route['handle'] = async (exchange, params) => {
    const isUpdate = headerOf(exchange.headers, 'x-http-method-override')?.toUpperCase() === 'PATCH'
    await (isUpdate ? update : post)(exchange, params)
  }

  async function changeTokens(exchange: Exchange, caller: Caller, at: ObjectRef): Promise<void> {
    const revoked = exchange.query.get('delete_token')
    if (exchange.query.get('create_token') === 'true') {
      exchange.replyJson(200, encodeObject(await files.createDownloadToken(caller, at)))
    } else if (revoked !== null) {
      exchange.replyJson(200, encodeObject(await files.revokeDownloadToken(caller, at, revoked)))
    } else {
      throw new StatusError('invalid-argument', 'INVALID_REQUEST', 'Ask for create_token=true or delete_token=<token>.')
    }
  }

  const remove = onObject(async (exchange, caller, at) => {
    await files.delete(caller, at)
    exchange.reply(204, {})
  })

  return {
    name: 'firebase-storage',
    routes: [
      { method: 'GET', path: '/v0/b/:bucket/o', guard: 'gate', handle: list },
      { method: 'POST', path: '/v0/b/:bucket/o', guard: 'gate', handle: upload },
      { method: 'PUT', path: '/v0/b/:bucket/o', guard: 'gate', handle: upload },
      { method: 'GET', path: '/v0/b/:bucket/o/*name', guard: 'gate', sendsFiles: true, handle: read },
      { method: 'PATCH', path: '/v0/b/:bucket/o/*name', guard: 'gate', handle: update },
      { method: 'POST', path: '/v0/b/:bucket/o/*name', guard: 'gate', handle: post },
      { method: 'PUT', path: '/v0/b/:bucket/o/*name', guard: 'gate', handle: put },
      { method: 'DELETE', path: '/v0/b/:bucket/o/*name', guard: 'gate', handle: remove },
    ],
    writeError: writeStorageError,
  }
}
