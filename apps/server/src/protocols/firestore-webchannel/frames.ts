import { StatusError } from '@hearth/model'
import type { Form } from '../../http/form.ts'
import { parseLongJsonBody } from '../../http/request-body.ts'
import { Turn } from '../../lib/turn.ts'

/** Messages of one forward request: what the SDK's channel sends at most. */
const MESSAGES_MAX = 1_000
/** Those of the messages, and `count`, `ofs`, `headers`, with room for what a channel of another age adds. */
export const FIELDS_MAX = MESSAGES_MAX + 24

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
 * Rejects `invalid-argument`/`INVALID_CHANNEL_REQUEST`, and `INVALID_JSON` for a message that is none or nested deeper than 100 levels.
 * `hold` is told of the bytes that the messages take, and may refuse them by throwing.
 */
export async function decodeForward(form: Form, hold: (bytes: number) => void): Promise<ForwardMessages> {
  const count = wholeNumber(form.get('count')?.toString() ?? '0', MESSAGES_MAX)
  const offset = wholeNumber(form.get('ofs')?.toString() ?? '0', Number.MAX_SAFE_INTEGER)
  const texts: Buffer[] = []
  for (let index = 0; index < count; index += 1) {
    const text = form.get(`req${index}___data__`)
    if (text === undefined) throw invalid(`Message ${index} is missing.`)
    texts.push(text)
  }
  const messages: unknown[] = []
  const turn = new Turn()
  for (const text of texts) {
    messages.push(await parseLongJsonBody(text, hold))
    if (turn.isOver) await turn.next()
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
