import { parseTimestamp, StatusError } from '@hearth/model'
import * as z from 'zod/mini'
import type { Exchange } from '../../http/exchange.ts'

const BODY_BYTES_MAX = 64 * 1024

/** The request's body in the shape it must have. Throws as {@link parseRequest}. */
export async function readRequest<Shape>(
  exchange: Exchange,
  schema: z.core.$ZodType<Shape>,
  limitBytes = BODY_BYTES_MAX,
): Promise<Shape> {
  return parseRequest(schema, await exchange.readJson(limitBytes))
}

/**
 * What came in the shape it must have. Throws `invalid-argument`/`INVALID_REQUEST`, whose message names the first field that is wrong and whose
 * `details.fields` has a message for each.
 *
 * @param at where in the body it stands
 */
export function parseRequest<Shape>(
  schema: z.core.$ZodType<Shape>,
  value: unknown,
  at: readonly PropertyKey[] = [],
): Shape {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  const fields: [string, string][] = parsed.error.issues.map(({ path, message }) => [
    [...at, ...path].join('.'),
    message,
  ])
  const [name, message] = fields[0] ?? ['', 'The request is not valid.']
  throw new StatusError('invalid-argument', 'INVALID_REQUEST', name === '' ? message : `${name}: ${message}`, {
    details: { fields: Object.fromEntries(fields.toReversed()) },
  })
}

/** The query in the shape it must have; what the shape doesn't name is left out. Throws `invalid-argument`/`INVALID_REQUEST`. */
export function readQuery<Shape>(exchange: Exchange, schema: z.core.$ZodType<Shape>): Shape {
  const parsed = z.safeParse(schema, Object.fromEntries(exchange.query))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const message = `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`
  throw new StatusError('invalid-argument', 'INVALID_REQUEST', message)
}

/** `since` (of this time and later) and `until` (before it), in microseconds since the epoch. Throws `invalid-argument`. */
export function spanOf({ since, until }: { readonly since?: string | undefined; readonly until?: string | undefined }) {
  return { since: microsecondsOf(since), until: microsecondsOf(until) }
}

function microsecondsOf(time: string | undefined): number | undefined {
  return time === undefined ? undefined : Number(parseTimestamp(time))
}
