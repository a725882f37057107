import { StatusError } from '@hearth/model'
import type { Exchange } from './exchange.ts'
import { type Form, type FormLimits, parseForm } from './form.ts'

export interface ReadFormLimits extends Pick<FormLimits, 'fieldsMax'> {
  readonly bytesMax: number
  /** As many as may be sent unless told. */
  readonly decodedBytesMax?: number
}

/**
 * Reads a body that is `application/x-www-form-urlencoded`. Rejects `invalid-argument`: `UNSUPPORTED_ENCODING` (415 on the wire) for one that is
 * packed, `BODY_TOO_LARGE`, and `INVALID_FORM` for too many fields.
 */
export async function readForm(
  exchange: Exchange,
  { bytesMax, fieldsMax, decodedBytesMax = bytesMax }: ReadFormLimits,
): Promise<Form> {
  return await parseForm(await readPlainBody(exchange, bytesMax), { fieldsMax, decodedBytesMax })
}

/** The body of a form of whatever kind. No browser and no library packs one, and a small one would be a large one. Rejects as `readForm`. */
export async function readPlainBody(exchange: Exchange, bytesMax: number): Promise<Buffer> {
  const coding = exchange.headers['content-encoding'] ?? 'identity'
  if (coding !== 'identity') {
    throw new StatusError('invalid-argument', 'UNSUPPORTED_ENCODING', 'A form may not be compressed.')
  }
  return await exchange.readBody(bytesMax)
}

/** The fields for those who want them as the URL standard has them; of several with one name, the first. */
export function parametersOf(form: Form): URLSearchParams {
  return new URLSearchParams(Array.from(form, ([name, value]): [string, string] => [name, value.toString()]))
}
