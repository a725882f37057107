import type { FileObject } from '../../files/file-object.ts'
import type { Exchange } from '../../http/exchange.ts'
import { type DecodedMetadata, decodeMetadata, encodeMetadata } from '../storage-transfer/object-metadata.ts'
import { accessList } from './access-calls.ts'

/** The custom metadata key under which the original keeps download tokens, and programs set them. */
const TOKENS_KEY = 'firebaseStorageDownloadTokens'

/** A file as the JSON API of Cloud Storage gives it (`storage#object`); its access list comes with `projection=full` alone. */
export function encodeResource(
  object: FileObject,
  { publicOrigin, query }: Pick<Exchange, 'publicOrigin' | 'query'>,
): Record<string, unknown> {
  const { customMetadata, downloadTokens } = object
  const metadata = {
    ...customMetadata,
    ...(downloadTokens.length > 0 && { [TOKENS_KEY]: downloadTokens.join(',') }),
  }
  const path = `/b/${encodeURIComponent(object.bucket)}/o/${encodeURIComponent(object.name)}`
  return {
    kind: 'storage#object',
    id: `${object.bucket}/${object.name}/${object.generation}`,
    selfLink: `${publicOrigin}/storage/v1${path}`,
    mediaLink: `${publicOrigin}/download/storage/v1${path}?generation=${object.generation}&alt=media`,
    ...encodeMetadata(object),
    timeStorageClassUpdated: new Date(object.timeCreated).toISOString(),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(query.get('projection') === 'full' && { acl: accessList(object, publicOrigin) }),
  }
}

/** Reads the resource of an upload or a patch. Throws `invalid-argument`/`INVALID_METADATA`. */
export function decodeResource(json: unknown): DecodedMetadata {
  const { settable, ...rest } = decodeMetadata(json)
  const { customMetadata } = settable
  if (!customMetadata) return { ...rest, settable }
  const { [TOKENS_KEY]: tokens, ...custom } = customMetadata
  const downloadTokens = tokens === undefined ? undefined : (tokens ?? '').split(',').filter((token) => token !== '')
  return { ...rest, settable: { ...settable, customMetadata: custom, downloadTokens } }
}
