import { StatusError } from '@hearth/model'
import { tryParseOutsideJson } from '../../lib/outside-json.ts'
import { boundaryOf, MultipartReader } from './multipart-reader.ts'

export interface RelatedParts {
  /** The first part, JSON. */
  readonly metadata: unknown
  /** `Content-Type` of the second part. */
  readonly contentType: string | undefined
  /** The second part, as it streams in. Throws `invalid-argument`/`INVALID_MULTIPART` when the closing boundary never comes. */
  readonly content: AsyncIterable<Uint8Array>
}

/**
 * Reads a `multipart/related` body of two parts, metadata and content (RFC 2387), without holding the content in memory.
 * Throws `invalid-argument`/`INVALID_MULTIPART` or `INVALID_JSON`.
 */
export async function readRelatedParts(
  contentType: string | undefined,
  body: AsyncIterable<Uint8Array>,
): Promise<RelatedParts> {
  const reader = await MultipartReader.open(boundaryOf(contentType, 'multipart/related'), body)
  await reader.readHeaders()
  const metadata = parseMetadata(await reader.readPart())
  const headers = await reader.readHeaders()
  return {
    metadata,
    contentType: /^content-type:[ \t]*([^\r\n]+)/im.exec(headers)?.[1]?.trim(),
    content: reader.streamPart('nothing'),
  }
}

function parseMetadata(bytes: Buffer): unknown {
  const text = bytes.toString().trim()
  if (text === '') return {}
  const metadata = tryParseOutsideJson(text)
  if (metadata === undefined) {
    throw new StatusError('invalid-argument', 'INVALID_JSON', 'The metadata part is not valid JSON.')
  }
  return metadata
}
