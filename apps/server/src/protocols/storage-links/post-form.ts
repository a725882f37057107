import { boundaryOf, invalidMultipart, MultipartReader, PART_BYTES_MAX } from '../storage-transfer/multipart-reader.ts'

/** A form that uploads one file: its fields, and the file after them. */
export interface PostForm {
  /** By name in lower case; names count whatever their case. */
  readonly fields: ReadonlyMap<string, string>
  readonly fileName: string
  /** What the browser says of the file. */
  readonly contentType: string | undefined
  readonly content: AsyncIterable<Uint8Array>
}

const FIELDS_MAX = 100

/**
 * Reads a `multipart/form-data` body (RFC 7578) up to its field `file`, which is the last one that counts (Cloud Storage, "POST Object").
 * Throws `invalid-argument`/`INVALID_MULTIPART`.
 */
export async function readPostForm(
  contentType: string | undefined,
  body: AsyncIterable<Uint8Array>,
): Promise<PostForm> {
  const reader = await MultipartReader.open(boundaryOf(contentType, 'multipart/form-data'), body)
  const fields = new Map<string, string>()
  let bytes = 0
  for (;;) {
    const headers = await reader.readHeaders()
    const name = parameterOf(headers, 'name')?.toLowerCase()
    if (name === undefined) throw invalidMultipart('Each part of a form has a name.')
    if (name === 'file') {
      return {
        fields,
        fileName: parameterOf(headers, 'filename') ?? '',
        contentType: /^content-type:[ \t]*([^\r\n]+)/im.exec(headers)?.[1]?.trim(),
        content: reader.streamPart('anything'),
      }
    }
    const value = (await reader.readPart()).toString()
    bytes += headers.length + value.length
    if (fields.has(name)) throw invalidMultipart(`The form has the field ${name} twice.`)
    if (fields.size >= FIELDS_MAX || bytes > PART_BYTES_MAX) {
      throw invalidMultipart(`A form has at most ${FIELDS_MAX} fields of ${PART_BYTES_MAX} bytes before its file.`)
    }
    fields.set(name, value)
  }
}

/** Of `Content-Disposition`, as browsers write it (HTML standard, multipart/form-data encoding): quotes and line breaks are percent-encoded. */
function parameterOf(headers: string, name: string): string | undefined {
  const disposition = /^content-disposition:([^\r\n]*)/im.exec(headers)?.[1] ?? ''
  const value = new RegExp(`;[ \\t]*${name}="([^"]*)"`, 'i').exec(disposition)?.[1]
  return value?.replaceAll(/%(22|0D|0A)/gi, (code) => decodeURIComponent(code))
}
