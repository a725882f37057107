import { StatusError } from '@hearth/model'
import type { Exchange } from '../../http/exchange.ts'
import { parseForm } from '../../http/form.ts'
import { readPlainBody } from '../../http/read-form.ts'
import { parseMultipartFields } from './multipart-fields.ts'

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
