import type { QueryParameters } from '../../http/exchange.ts'
import { invalid } from './frames.ts'

export interface Handshake {
  /** `projects/P/databases/D` */
  readonly database: string
  /** The whole value, as an Authorization header would hold it. */
  readonly authorization: string | undefined
}

/**
 * Reads who opens a channel and for which database. The credential comes in the form field `headers`, so that the browser asks no
 * preflight; older SDKs put the same lines into the query parameter `$httpHeaders`.
 */
export function decodeHandshake(query: QueryParameters, form: URLSearchParams): Handshake {
  if (query.get('VER') !== '8') throw invalid('This server speaks version 8 of the channel protocol.')
  const database = query.get('database')
  if (database === null) throw invalid('The parameter database is missing.')
  const lines = form.get('headers') ?? query.get('$httpHeaders') ?? ''
  const authorization = /^authorization:[ \t]*(.*?)\r?$/im.exec(lines)?.[1]
  return { database, authorization: authorization === '' ? undefined : authorization }
}
