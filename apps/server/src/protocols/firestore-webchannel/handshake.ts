import type { QueryParameters } from '../../http/exchange.ts'
import type { Form } from '../../http/form.ts'
import { invalid } from './frames.ts'

export interface Handshake {
  /** `projects/P/databases/D` */
  readonly database: string
  /** The whole value, as an Authorization header would hold it. */
  readonly authorization: string | undefined
}

/** As the headers of a request, which they stand for. */
const HEADERS_BYTES_MAX = 16 * 1024

/** Reads for which database a channel is to be opened. Throws `invalid-argument`/`INVALID_CHANNEL_REQUEST`. */
export function decodeChannelAddress(query: QueryParameters): Pick<Handshake, 'database'> {
  if (query.get('VER') !== '8') throw invalid('This server speaks version 8 of the channel protocol.')
  const database = query.get('database')
  if (database === null) throw invalid('The parameter database is missing.')
  return { database }
}

/**
 * Reads who opens a channel. The credential comes in the form field `headers`, so that the browser asks no preflight; older SDKs put the
 * same lines into the query parameter `$httpHeaders`. Throws `invalid-argument`/`INVALID_CHANNEL_REQUEST`.
 */
export function decodeCredential(query: QueryParameters, form: Form): Pick<Handshake, 'authorization'> {
  const lines = form.get('headers')?.toString() ?? query.get('$httpHeaders') ?? ''
  if (lines.length > HEADERS_BYTES_MAX)
    throw invalid(`The headers of a channel take at most ${HEADERS_BYTES_MAX} bytes.`)
  // Once found, its line ends somewhere: nothing is tried twice.
  const authorization = /^authorization:[ \t]*(.*?)\r?$/im.exec(lines)?.[1]
  return { authorization: authorization === '' ? undefined : authorization }
}
