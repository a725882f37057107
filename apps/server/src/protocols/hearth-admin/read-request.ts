import { parseTimestamp, StatusError } from '@hearth/model'
import type { z } from 'zod'
import type { Exchange } from '../../http/exchange.ts'

const bodyBytesMax = 64 * 1024
const pageSizeDefault = 50

/**
 * The request's body in the shape it must have. Throws `invalid-argument`/`INVALID_REQUEST`, whose message names the first field that
 * is wrong and whose `details.fields` has a message for each.
 */
export async function readRequest<Shape>(
  exchange: Exchange,
  schema: z.ZodType<Shape>,
  limitBytes = bodyBytesMax,
): Promise<Shape> {
  const parsed = schema.safeParse(await exchange.readJson(limitBytes))
  if (parsed.success) return parsed.data
  const fields: [string, string][] = parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message])
  const [name, message] = fields[0] ?? ['', 'The request is not valid.']
  throw new StatusError('invalid-argument', 'INVALID_REQUEST', name === '' ? message : `${name}: ${message}`, {
    details: { fields: Object.fromEntries(fields.toReversed()) },
  })
}

/** The query in the shape it must have; what the shape doesn't name is left out. Throws `invalid-argument`/`INVALID_REQUEST`. */
export function readQuery<Shape>(exchange: Exchange, schema: z.ZodType<Shape>): Shape {
  const parsed = schema.safeParse(Object.fromEntries(exchange.query))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const message = `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`
  throw new StatusError('invalid-argument', 'INVALID_REQUEST', message)
}

/** `pageSize` and `pageToken` of the query. Throws `invalid-argument`/`INVALID_REQUEST`. */
export function readPage(exchange: Exchange): { pageSize: number; pageToken: string | undefined } {
  const text = exchange.query.get('pageSize')
  const pageSize = text === null ? pageSizeDefault : Number(text)
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > 500) {
    throw new StatusError('invalid-argument', 'INVALID_REQUEST', 'pageSize: It must be a whole number from 1 to 500.')
  }
  return { pageSize, pageToken: exchange.query.get('pageToken') ?? undefined }
}

/** `since` (of this time and later) and `until` (before it) of the query, in microseconds since the epoch. Throws `invalid-argument`. */
export function readSpan(exchange: Exchange): { since: number | undefined; until: number | undefined } {
  const [since, until] = ['since', 'until'].map((name) => {
    const text = exchange.query.get(name)
    return text === null ? undefined : Number(parseTimestamp(text))
  })
  return { since, until }
}
