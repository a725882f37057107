import { encodeUtf8 } from '../values/utf8.ts'

/** What the text between two quotes stands for, or where it goes wrong. */
export type DecodedText<T> = { readonly value: T } | { readonly errorAt: number; readonly message: string }

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
}

const HEX = { x: /^[0-9A-Fa-f]{2}/, u: /^[0-9A-Fa-f]{4}/ } as const
const OCTAL = /^[0-3][0-7]{2}/

/** Resolves the escapes of a string: `\\ \' \" \n \r \t \b \f \xHH \uHHHH \ooo`; any other is an error. */
export function decodeString(raw: string): DecodedText<string> {
  if (!raw.includes('\\')) return { value: raw }
  let value = ''
  for (let at = 0; at < raw.length;) {
    const slash = raw.indexOf('\\', at)
    if (slash < 0) return { value: value + raw.slice(at) }
    value += raw.slice(at, slash)
    const escape = readEscape(raw, slash + 1, true)
    if (escape === undefined) return badEscape(raw, slash)
    value += escape.text
    at = escape.end
  }
  return { value }
}

/** Bytes take the same escapes without `\u`; what is not escaped stands for its UTF-8. */
export function decodeBytes(raw: string): DecodedText<Uint8Array> {
  const bytes: number[] = []
  for (let at = 0; at < raw.length;) {
    if (raw[at] !== '\\') {
      const slash = raw.indexOf('\\', at)
      const end = slash < 0 ? raw.length : slash
      for (const byte of encodeUtf8(raw.slice(at, end))) bytes.push(byte)
      at = end
      continue
    }
    const escape = readEscape(raw, at + 1, false)
    if (escape === undefined) return badEscape(raw, at)
    bytes.push(escape.text.charCodeAt(0))
    at = escape.end
  }
  return { value: Uint8Array.from(bytes) }
}

function readEscape(raw: string, at: number, isUnicode: boolean): { text: string; end: number } | undefined {
  const letter = raw[at] ?? ''
  const simple = Object.hasOwn(SIMPLE_ESCAPES, letter) ? SIMPLE_ESCAPES[letter] : undefined
  if (simple !== undefined) return { text: simple, end: at + 1 }
  if (letter === 'x' || (letter === 'u' && isUnicode)) {
    const digits = HEX[letter].exec(raw.slice(at + 1, at + 5))?.[0]
    return digits === undefined ? undefined : { text: char(digits, 16), end: at + 1 + digits.length }
  }
  const octal = OCTAL.exec(raw.slice(at, at + 3))?.[0]
  return octal === undefined ? undefined : { text: char(octal, 8), end: at + 3 }
}

function char(digits: string, radix: number): string {
  return String.fromCharCode(Number.parseInt(digits, radix))
}

function badEscape(raw: string, at: number): { errorAt: number; message: string } {
  return { errorAt: at, message: `Unexpected '${raw.slice(at, at + 2)}'.` }
}
