import { StatusError } from '@hearth/model'
import type { z } from 'zod'
import type { Exchange } from '../../http/exchange.ts'

const bodyBytesMax = 16 * 1024

/** The body in its shape. Throws `invalid-argument`/`INVALID_REQUEST` with the first field that is wrong. */
export async function readBody<Shape>(exchange: Exchange, schema: z.ZodType<Shape>): Promise<Shape> {
  const parsed = schema.safeParse(await exchange.readJson(bodyBytesMax))
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
