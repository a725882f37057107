import { StatusError } from '@hearth/model'
import type { z } from 'zod'
import type { Exchange } from '../../http/exchange.ts'
import { fidOfToken } from '../../installations/installation-tokens.ts'

const BODY_BYTES_MAX = 16 * 1024

/** The body in its shape. Throws `invalid-argument`/`INVALID_REQUEST` with the first field that is wrong. */
export async function readBody<Shape>(exchange: Exchange, schema: z.ZodType<Shape>): Promise<Shape> {
  const parsed = schema.safeParse(await exchange.readJson(BODY_BYTES_MAX))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new StatusError('invalid-argument', 'INVALID_REQUEST', `${issue?.path.join('.')}: ${issue?.message}`)
}

/** The refresh token of `Authorization: FIS_v2 <token>`. Throws `unauthenticated`/`INSTALLATION_TOKEN_MISSING`. */
export function refreshTokenOf(exchange: Exchange): string {
  const token = /^FIS_v2 ([\w-]{1,200})$/.exec(exchange.headers.authorization ?? '')?.[1]
  if (token === undefined) {
    throw new StatusError(
      'unauthenticated',
      'INSTALLATION_TOKEN_MISSING',
      'The Authorization header must be "FIS_v2" and the refresh token of the installation.',
    )
  }
  return token
}

/**
 * The token of `x-goog-firebase-installations-auth`, with `FIS ` before it or not, as the SDKs that send it do either. Throws
 * `unauthenticated`/`INSTALLATION_TOKEN_INVALID` for none and for one of another installation than `fid`.
 */
export function authTokenOf(exchange: Exchange, fid: string): string {
  const header = exchange.headers['x-goog-firebase-installations-auth']
  const token = /^(?:FIS )?([\w.-]{1,200})$/.exec(typeof header === 'string' ? header : '')?.[1]
  if (token !== undefined && fidOfToken(token) === fid) return token
  throw new StatusError(
    'unauthenticated',
    'INSTALLATION_TOKEN_INVALID',
    'The header x-goog-firebase-installations-auth must have a token of this installation.',
  )
}
