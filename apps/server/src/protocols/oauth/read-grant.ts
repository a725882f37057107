import { StatusError } from '@hearth/model'
import type { Exchange } from '../../http/exchange.ts'
import { parseForm } from '../../http/form.ts'

/** What a client wants a token for: an assertion that a service key signed. */
interface Grant {
  readonly assertion: string
}

const assertionType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const bodyBytesMax = 32 * 1024
const fieldsMax = 20

/**
 * Reads a request for a token (RFC 6749, section 4.5; RFC 7523, section 2.1), as a form of either encoding. The vendor's command line has no setting for assertions: it
 * sends its one as a refresh token. Throws `invalid-argument`: `unsupported_grant_type`, `invalid_request`.
 */
export async function readGrant(exchange: Exchange): Promise<Grant> {
  const fields = await readFields(exchange)
  const type = fields('grant_type')
  if (type !== assertionType && type !== 'refresh_token') {
    const text = `The grant type must be ${assertionType} with an assertion that a service key signed.`
    throw new StatusError('invalid-argument', 'unsupported_grant_type', text)
  }
  const field = type === assertionType ? 'assertion' : 'refresh_token'
  const assertion = fields(field)
  if (assertion === undefined || assertion === '') {
    throw new StatusError('invalid-argument', 'invalid_request', `The field ${field} is missing.`)
  }
  return { assertion }
}

async function readFields(exchange: Exchange): Promise<(name: string) => string | undefined> {
  const body = await exchange.readBody(bodyBytesMax)
  const type = exchange.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) {
    const form = await parseForm(body, { fieldsMax, decodedBytesMax: bodyBytesMax })
    return (name) => form.get(name)?.toString()
  }
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    return (name) => {
      const value = form.get(name)
      return typeof value === 'string' ? value : undefined
    }
  } catch {
    throw new StatusError('invalid-argument', 'invalid_request', 'The body is not the form that its type says.')
  }
}
