import { invalidArgument } from './invalid-argument.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

const ENCODE = Uint8Array.from(ALPHABET, (char) => char.charCodeAt(0))

/** Six-bit value of each ASCII unit, 255 where there is none. Both alphabets are read. */
const DECODE = new Uint8Array(128).fill(255)
for (let i = 0; i < 64; i++) DECODE[ALPHABET.charCodeAt(i)] = i
DECODE['-'.charCodeAt(0)] = 62
DECODE['_'.charCodeAt(0)] = 63

const PADDING = '='.charCodeAt(0)
const ascii = new TextDecoder('latin1')

/** Standard alphabet with padding. Own code, because the model also runs where there is no `Buffer`. */
export function encodeBase64(bytes: Uint8Array): string {
  const out = new Uint8Array(Math.ceil(bytes.length / 3) * 4)
  let to = 0
  for (let from = 0; from < bytes.length; from += 3) {
    const b0 = bytes[from] ?? 0
    const b1 = bytes[from + 1] ?? 0
    const b2 = bytes[from + 2] ?? 0
    out[to++] = ENCODE[b0 >> 2] ?? 0
    out[to++] = ENCODE[((b0 & 3) << 4) | (b1 >> 4)] ?? 0
    out[to++] = ENCODE[((b1 & 15) << 2) | (b2 >> 6)] ?? 0
    out[to++] = ENCODE[b2 & 63] ?? 0
  }
  const rest = bytes.length % 3
  if (rest !== 0) out[to - 1] = PADDING
  if (rest === 1) out[to - 2] = PADDING
  return ascii.decode(out)
}

/** Either alphabet, with padding or without. Throws `invalid-argument`. */
export function decodeBase64(text: string): Uint8Array {
  let length = text.length
  if (length % 4 === 0) {
    if (text.charCodeAt(length - 1) === PADDING) length--
    if (text.charCodeAt(length - 1) === PADDING) length--
  }
  if (length % 4 === 1) throw invalidBase64()
  const out = new Uint8Array(Math.floor((length * 3) / 4))
  let to = 0
  let bits = 0
  let held = 0
  for (let from = 0; from < length; from++) {
    const unit = text.charCodeAt(from)
    const six = unit < 128 ? (DECODE[unit] ?? 255) : 255
    if (six === 255) throw invalidBase64()
    held = (held << 6) | six
    bits += 6
    if (bits >= 8) {
      bits -= 8
      out[to++] = held >> bits
      held &= (1 << bits) - 1
    }
  }
  return out
}

function invalidBase64(): Error {
  return invalidArgument('INVALID_VALUE', 'A bytes value is not base64.')
}
