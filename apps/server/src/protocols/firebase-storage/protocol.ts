import { StatusError } from '@hearth/model'
import type { Authenticator } from '../../access/authenticator.ts'
import type { Caller } from '../../access/caller.ts'
import type { Files, ObjectRef } from '../../files/files.ts'
import type { Exchange } from '../../http/exchange.ts'
import { decodePathSegment } from '../../http/path-segments.ts'
import type { Protocol, Route } from '../../http/route.ts'
import type { Projects } from '../../projects/projects.ts'
import { sendContent } from '../storage-transfer/download.ts'
import { writeStorageError } from '../storage-transfer/error-body.ts'
import { decodeMetadata, encodeObject } from './object-json.ts'
import { handleUpload } from './upload.ts'

const METADATA_BYTES_MAX = 64 * 1024
const RESULTS_MAX = 1_000

/** The protocol of `firebase/storage`: everything under `/v0/b` (wire-protocol 4.1). */
export function createFirebaseStorageProtocol(deps: {
  files: Files
  projects: Projects
  authenticator: Authenticator
}): Protocol {
  const { files, projects, authenticator } = deps

  async function callerOf(exchange: Exchange, bucket: string): Promise<Caller> {
    const project = await projects.projectOfBucket(bucket)
    const caller = await authenticator.authenticate(project, exchange.headers.authorization)
    exchange.note({ project, ...('uid' in caller && { uid: caller.uid }) })
    return caller
  }

  type Params = Readonly<Record<string, string>>
  function onObject(handle: (exchange: Exchange, caller: Caller, at: ObjectRef) => Promise<void>): Route['handle'] {
    return async (exchange, params: Params) => {
      const at = { bucket: params['bucket'] ?? '', name: decodePathSegment(params['name'] ?? '') }
      await handle(exchange, await callerOf(exchange, at.bucket), at)
    }
  }
  function onBucket(handle: (exchange: Exchange, caller: Caller, bucket: string) => Promise<void>): Route['handle'] {
    return async (exchange, params: Params) => {
      const bucket = params['bucket'] ?? ''
      await handle(exchange, await callerOf(exchange, bucket), bucket)
    }
  }

  const list = onBucket(async (exchange, caller, bucket) => {
    const page = await files.list(caller, bucket, {
      prefix: exchange.query.get('prefix') ?? '',
      delimiter: exchange.query.get('delimiter') ?? '',
      maxResults: maxResultsOf(exchange.query.get('maxResults')),
      pageToken: exchange.query.get('pageToken') ?? undefined,
    })
    exchange.replyJson(200, {
      prefixes: page.prefixes,
      items: page.items.map(({ name }) => ({ name, bucket })),
      ...(page.nextPageToken !== undefined && { nextPageToken: page.nextPageToken }),
    })
  })

  const upload = onBucket((exchange, caller, bucket) => handleUpload(exchange, files, caller, bucket))

  const read = onObject(async (exchange, caller, at) => {
    const token = exchange.query.get('token') ?? undefined
    if (exchange.query.get('alt') === 'media') return sendContent(exchange, await files.read(caller, at, token))
    exchange.replyJson(200, encodeObject(await files.get(caller, at, token)))
  })

  const update = onObject(async (exchange, caller, at) => {
    const { settable } = decodeMetadata(await exchange.readJson(METADATA_BYTES_MAX))
    exchange.replyJson(200, encodeObject(await files.updateMetadata(caller, at, settable)))
  })

  const changeTokens = onObject(async (exchange, caller, at) => {
    const revoked = exchange.query.get('delete_token')
    if (exchange.query.get('create_token') === 'true') {
      exchange.replyJson(200, encodeObject(await files.createDownloadToken(caller, at)))
    } else if (revoked !== null) {
      exchange.replyJson(200, encodeObject(await files.revokeDownloadToken(caller, at, revoked)))
    } else {
      throw new StatusError('invalid-argument', 'INVALID_REQUEST', 'Ask for create_token=true or delete_token=<token>.')
    }
  })

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
      { method: 'GET', path: '/v0/b/:bucket/o/*name', guard: 'gate', handle: read },
      { method: 'PATCH', path: '/v0/b/:bucket/o/*name', guard: 'gate', handle: update },
      { method: 'POST', path: '/v0/b/:bucket/o/*name', guard: 'gate', handle: changeTokens },
      { method: 'DELETE', path: '/v0/b/:bucket/o/*name', guard: 'gate', handle: remove },
    ],
    writeError: writeStorageError,
  }
}

function maxResultsOf(text: string | null): number {
  if (text === null) return RESULTS_MAX
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1) {
    throw new StatusError('invalid-argument', 'INVALID_REQUEST', 'maxResults must be a whole number from 1.')
  }
  return Math.min(count, RESULTS_MAX)
}
