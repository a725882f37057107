import { boundaryOf, invalidMultipart } from '../storage-transfer/multipart-reader.ts'

/**
 * The texts of a short `multipart/form-data` body (RFC 7578) by their names; of several with one name, the first. Throws
 * `invalid-argument`/`INVALID_MULTIPART`, for more than `fieldsMax` as well.
 */
export function parseMultipartFields(
  body: Buffer,
  { contentType, fieldsMax }: { readonly contentType: string; readonly fieldsMax: number },
): ReadonlyMap<string, string> {
  const delimiter = `\r\n--${boundaryOf(contentType, 'multipart/form-data')}`
  // A line break put before the body makes the first boundary look like all others.
  const [, ...parts] = `\r\n${body.toString()}`.split(delimiter, fieldsMax + 3)
  const isWhole = parts.pop()?.startsWith('--') === true
  if (parts.length > fieldsMax) throw invalidMultipart(`The form has more than ${fieldsMax} fields.`)
  if (!isWhole) throw invalidMultipart('The body ended before its last boundary.')
  const fields = new Map<string, string>()
  for (const part of parts) {
    const endOfHeaders = part.indexOf('\r\n\r\n')
    const name = /^content-disposition:[^\r\n]*;[ \t]*name="([^"\r\n]*)"/im.exec(part.slice(0, endOfHeaders))?.[1]
    if (endOfHeaders < 0 || name === undefined) throw invalidMultipart('Each part of a form has a name.')
    if (!fields.has(name)) fields.set(name, part.slice(endOfHeaders + 4))
  }
  return fields
}
