import { StatusError } from '@hearth/model'
import { parseJsonBody } from '../../http/request-body.ts'

/** Messages of one forward request; the SDK sends far fewer. */
const MESSAGES_MAX = 1_000

/**
 * One chunk of a WebChannel answer: decimal length, line feed, JSON array. The length counts UTF-16 code units of the text, not bytes
 * (wire-protocol 3.2).
 */
export function encodeChunk(json: string): string {
  return `${json.length}\n${json}`
}

/** What a client posts: its messages, numbered from `offset`. */
export interface ForwardMessages {
  readonly offset: number
  readonly messages: readonly unknown[]
}

/**
 * Reads the body of a POST: `count=2&ofs=5&req0___data__=<JSON>&req1___data__=<JSON>`.
 * Throws `invalid-argument`/`INVALID_CHANNEL_REQUEST`, and `INVALID_JSON` for a message that is none or nested deeper than 100 levels.
 */
export function decodeForward(form: URLSearchParams): ForwardMessages {
  const count = wholeNumber(form.get('count') ?? '0', MESSAGES_MAX)
  const offset = wholeNumber(form.get('ofs') ?? '0', Number.MAX_SAFE_INTEGER)
  const messages: unknown[] = []
  for (let index = 0; index < count; index += 1) {
    const text = form.get(`req${index}___data__`)
    if (text === null) throw invalid(`Message ${index} is missing.`)
    messages.push(parseJsonBody(Buffer.from(text)))
  }
  return { offset, messages }
}

export function wholeNumber(text: string, max: number): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (!(value <= max)) throw invalid(`${JSON.stringify(text.slice(0, 20))} is not a whole number in range.`)
  return value
}

export function invalid(message: string): StatusError {
  return new StatusError('invalid-argument', 'INVALID_CHANNEL_REQUEST', message)
}
