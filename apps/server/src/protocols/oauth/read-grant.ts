import { StatusError } from '@hearth/model'
import type { Exchange } from '../../http/exchange.ts'
import { parseForm, readPlainBody } from '../../http/form.ts'
import { boundaryOf, invalidMultipart } from '../storage-transfer/multipart-reader.ts'

/** What a client wants a token for: an assertion that a service key signed. */
interface Grant {
  readonly assertion: string
}

const ASSERTION_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const BODY_BYTES_MAX = 32 * 1024
const FIELDS_MAX = 20

/**
 * Reads a request for a token (RFC 6749, section 4.5; RFC 7523, section 2.1), as a form of either encoding. The vendor's command line has no setting for assertions: it
 * sends its one as a refresh token, in parts. Throws `invalid-argument`: `unsupported_grant_type`, `invalid_request`, and those of `readForm` and
 * `parseMultipartFields`.
 */
export async function readGrant(exchange: Exchange): Promise<Grant> {
  const fields = await readFields(exchange)
  const type = fields('grant_type')
  if (type !== ASSERTION_TYPE && type !== 'refresh_token') {
    const text = `The grant type must be ${ASSERTION_TYPE} with an assertion that a service key signed.`
    throw new StatusError('invalid-argument', 'unsupported_grant_type', text)
  }
  const field = type === ASSERTION_TYPE ? 'assertion' : 'refresh_token'
  const assertion = fields(field)
  if (assertion === undefined || assertion === '') {
    throw new StatusError('invalid-argument', 'invalid_request', `The field ${field} is missing.`)
  }
  return { assertion }
}

async function readFields(exchange: Exchange): Promise<(name: string) => string | undefined> {
  const body = await readPlainBody(exchange, BODY_BYTES_MAX)
  const contentType = exchange.headers['content-type'] ?? ''
  if (contentType.startsWith('multipart/form-data')) {
    const fields = parseMultipartFields(body, { contentType, fieldsMax: FIELDS_MAX })
    return (name) => fields.get(name)
  }
  const form = await parseForm(body, { fieldsMax: FIELDS_MAX, decodedBytesMax: BODY_BYTES_MAX })
  return (name) => form.get(name)?.toString()
}

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
