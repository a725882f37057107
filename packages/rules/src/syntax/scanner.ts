import { encodeUtf8 } from '../values/utf8.ts'
import type { Span } from './source-position.ts'

export type Token = Span &
  (
    | { readonly kind: 'word' | 'symbol' | 'end'; readonly text: string }
    | { readonly kind: 'value'; readonly text: string; readonly value: bigint | number | string | Uint8Array }
    /** What can't be read; `message` says why. */
    | { readonly kind: 'error'; readonly text: string; readonly message: string }
  )

const NUMBER = /\d+\.\d*|\.\d+|\d+/y
const LONG_SYMBOLS: readonly string[] = ['&&', '||', '==', '!=', '<=', '>=', '=**']
const SYMBOLS = '(){}[].,;:=<>!+-*/%?$'
/** What may be the first character of a longer symbol. */
const LONG_SYMBOL_STARTS = '&|=!<>'
/** An escape has its two digits: any other percent sign is none of the text. */
const PATH_TEXT = /(?:[A-Za-z0-9_~.'&:@+-]|%[0-9A-Fa-f]{2})+/y

/**
 * Reads tokens one at a time, on demand: where a path may stand, `/` begins one and the parser asks for its text instead
 * of a token.
 */
export class Scanner {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }

  /** The token at or after an offset, past white space and comments. */
  tokenAt(offset: number): Token {
    const start = this.#skipBlank(offset)
    if (typeof start !== 'number') return start
    const { source } = this
    const char = source[start]
    if (char === undefined) return { kind: 'end', text: '<EOF>', start, end: start }
    if (char === "'" || char === '"') return this.#quoted(start, start)
    if (char === 'b' && (source[start + 1] === "'" || source[start + 1] === '"')) return this.#quoted(start, start + 1)
    const kind = kindOf(source.charCodeAt(start))
    if (kind === LETTER) {
      let end = start + 1
      while (kindOf(source.charCodeAt(end)) !== OTHER) end++
      return { kind: 'word', text: source.slice(start, end), start, end }
    }
    if (kind === DIGIT || char === '.') {
      const digits = match(NUMBER, source, start)
      if (digits !== undefined) return numberToken(digits, start)
    }
    if (LONG_SYMBOL_STARTS.includes(char)) {
      const text = LONG_SYMBOLS.find((symbol) => source.startsWith(symbol, start))
      if (text !== undefined) return { kind: 'symbol', text, start, end: start + text.length }
    }
    if (SYMBOLS.includes(char)) return { kind: 'symbol', text: char, start, end: start + 1 }
    const whole = String.fromCodePoint(source.codePointAt(start) ?? 0)
    const message = `token recognition error at: '${whole}'`
    return { kind: 'error', text: whole, message, start, end: start + whole.length }
  }

  /** The plain text of a path segment right at an offset, as it is written (`path-text.ts`); empty when there is none. */
  pathTextAt(offset: number): string {
    return match(PATH_TEXT, this.source, offset) ?? ''
  }

  /** Whether a `/` here would begin a path: only one with a blank behind it divides. */
  isTight(token: Token): boolean {
    return /\S/.test(this.source[token.end] ?? ' ')
  }

  #skipBlank(offset: number): number | Token {
    const { source } = this
    let at = offset
    for (;;) {
      const char = source[at]
      if (char === ' ' || char === '\n' || char === '\t' || char === '\r' || char === '\f') at++
      else if (char === '/' && source[at + 1] === '/') {
        const lineEnd = source.indexOf('\n', at)
        at = lineEnd < 0 ? source.length : lineEnd
      } else if (char === '/' && source[at + 1] === '*') {
        const close = source.indexOf('*/', at + 2)
        if (close < 0) {
          return { kind: 'error', text: '/*', message: 'Missing a closing */', start: at, end: source.length }
        }
        at = close + 2
      } else return at
    }
  }

  #quoted(start: number, quoteAt: number): Token {
    const { source } = this
    const quote = source[quoteAt] ?? ''
    let end = quoteAt + 1
    while (end < source.length && source[end] !== quote && source[end] !== '\n') end += source[end] === '\\' ? 2 : 1
    if (source[end] !== quote) {
      const stop = Math.min(end, source.length)
      return { kind: 'error', text: quote, message: `Missing a closing ${quote}`, start, end: stop }
    }
    const raw = source.slice(quoteAt + 1, end)
    const text = source.slice(start, end + 1)
    const decoded = quoteAt === start ? decodeString(raw) : decodeBytes(raw)
    if ('value' in decoded) return { kind: 'value', text, value: decoded.value, start, end: end + 1 }
    return { kind: 'error', text, message: decoded.message, start: quoteAt + 1 + decoded.errorAt, end: end + 1 }
  }
}

const OTHER = 0
const LETTER = 1
const DIGIT = 2

/** What a character may be in a word; `_` is a letter. NaN, behind the end, is another. */
function kindOf(code: number): typeof OTHER | typeof LETTER | typeof DIGIT {
  if ((code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f) return LETTER
  return code >= 0x30 && code <= 0x39 ? DIGIT : OTHER
}

function numberToken(digits: string, start: number): Token {
  const end = start + digits.length
  if (digits.includes('.')) return { kind: 'value', text: digits, value: Number(digits), start, end }
  if (digits.length > 1 && digits.startsWith('0')) {
    return { kind: 'error', text: digits, message: `Unexpected '${digits.slice(1)}'.`, start, end }
  }
  return { kind: 'value', text: digits, value: digits.length > 20 ? OVER : BigInt(digits), start, end }
}

/** Stands for a whole number of too many digits; outside int64, so that the check refuses it. */
const OVER = 2n ** 64n

function match(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0]
}

/** What the text between two quotes stands for, or where it goes wrong. */
type DecodedText<T> = { readonly value: T } | { readonly errorAt: number; readonly message: string }

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
function decodeString(raw: string): DecodedText<string> {
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
function decodeBytes(raw: string): DecodedText<Uint8Array> {
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
