import { StatusError } from '@hearth/model'
import { Turn } from '../lib/turn.ts'
import type { Exchange } from './exchange.ts'

/** A form's fields by their names; of several with one name, the first. */
export type Form = ReadonlyMap<string, Buffer>

interface FormLimits {
  readonly fieldsMax: number
  /** Of all values together, as they are when nothing in them is percent-encoded any more. */
  readonly decodedBytesMax: number
}

const NAME_BYTES_MAX = 100
/** Decoded at once: a millisecond or two. */
const SLICE_BYTES = 512 * 1024

/**
 * Reads `application/x-www-form-urlencoded` (URL standard, section 5.1) in time that follows its length, and lets others run in between.
 * Fields with names longer than any that is known are left out. Rejects `invalid-argument`/`INVALID_FORM` for too many fields, and
 * `BODY_TOO_LARGE` for values that are too large together.
 */
export async function parseForm(body: Buffer, { fieldsMax, decodedBytesMax }: FormLimits): Promise<Form> {
  const form = new Map<string, Buffer>()
  const turn = new Turn()
  let left = decodedBytesMax
  let fields = 0
  for (let start = 0; start < body.length;) {
    if (++fields > fieldsMax) throw tooManyFields(fieldsMax)
    const end = indexOrEnd(body, 0x26 /* & */, start)
    const equals = Math.min(indexOrEnd(body.subarray(0, end), 0x3d /* = */, start), end)
    if (equals - start <= NAME_BYTES_MAX) {
      const name = unescapeBytes(body.subarray(start, equals)).toString()
      if (!form.has(name)) {
        const value = await unescapeInTurns(body.subarray(Math.min(equals + 1, end), end), left, turn)
        left -= value.length
        form.set(name, value)
      }
    }
    start = end + 1
  }
  return form
}

async function unescapeInTurns(escaped: Buffer, bytesMax: number, turn: Turn): Promise<Buffer> {
  if (!escaped.includes(0x25 /* % */) && !escaped.includes(0x2b /* + */)) {
    if (escaped.length > bytesMax) throw tooLarge()
    return escaped
  }
  const slices: Buffer[] = []
  let length = 0
  for (let start = 0; start < escaped.length;) {
    let end = Math.min(start + SLICE_BYTES, escaped.length)
    // No escape is cut in two.
    if (end < escaped.length) end -= escaped[end - 1] === 0x25 ? 1 : escaped[end - 2] === 0x25 ? 2 : 0
    const slice = unescapeBytes(escaped.subarray(start, end))
    length += slice.length
    if (length > bytesMax) throw tooLarge()
    slices.push(slice)
    start = end
    if (turn.isOver) await turn.next()
  }
  return slices.length === 1 && slices[0] !== undefined ? slices[0] : Buffer.concat(slices, length)
}

/** Percent signs that escape nothing stand for themselves. */
function unescapeBytes(escaped: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(escaped.length)
  let length = 0
  for (let index = 0; index < escaped.length; index++) {
    const byte = escaped[index] ?? 0
    if (byte === 0x25) {
      const value = (digitOf(escaped[index + 1]) << 4) | digitOf(escaped[index + 2])
      if (value >= 0) {
        bytes[length++] = value
        index += 2
        continue
      }
    }
    bytes[length++] = byte === 0x2b ? 0x20 : byte
  }
  return bytes.subarray(0, length)
}

/** The value of a hexadecimal digit; -1 for anything else. */
function digitOf(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

function indexOrEnd(bytes: Buffer, byte: number, from: number): number {
  const index = bytes.indexOf(byte, from)
  return index < 0 ? bytes.length : index
}

function tooManyFields(fieldsMax: number): StatusError {
  return new StatusError('invalid-argument', 'INVALID_FORM', `The form has more than ${fieldsMax} fields.`)
}

function tooLarge(): StatusError {
  return new StatusError('invalid-argument', 'BODY_TOO_LARGE', 'The values of the form are too large.')
}

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
