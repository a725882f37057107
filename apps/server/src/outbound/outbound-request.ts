import { type IncomingMessage, request as requestByHttp } from 'node:http'
import { request as requestByHttps } from 'node:https'
import { assertWithin, lookUpWithin, type Reach } from './reach.ts'

export interface OutboundRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

export interface OutboundLimits {
  readonly reach: Reach
  /** For the whole exchange. */
  readonly timeoutMs: number
  readonly answerBytesMax: number
}

export interface OutboundAnswer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** The other side sent more than is read. */
export class AnswerTooLargeError extends Error {}

/**
 * Asks an address that somebody has configured, who must not make the server ask its own network: the address is checked as it is
 * connected to, so a name that resolves differently the second time gains nothing. No redirect is followed. Rejects with
 * `PrivateAddressError`, `AnswerTooLargeError`, a `TimeoutError`, or what Node says of the connection; none has content of the answer.
 */
export async function outboundRequest(
  target: URL,
  { method, headers, body }: OutboundRequest,
  { reach, timeoutMs, answerBytesMax }: OutboundLimits,
): Promise<OutboundAnswer> {
  assertWithin(target, reach)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = (target.protocol === 'https:' ? requestByHttps : requestByHttp)(target, {
    method,
    headers: { ...headers },
    signal: AbortSignal.timeout(timeoutMs),
    agent: false,
    lookup: lookUpWithin(reach),
  })
  request.once('response', resolve)
  request.on('error', reject)
  request.end(body)
  const answer = await promise
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > answerBytesMax) throw new AnswerTooLargeError(`The answer has more than ${answerBytesMax} bytes.`)
    chunks.push(chunk)
  }
  return { status: answer.statusCode ?? 502, headers: answer.headers, body: Buffer.concat(chunks) }
}
