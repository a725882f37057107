import { StatusError } from '@hearth/model'
import { AnswerTooLargeError, outboundRequest } from './outbound-request.ts'

/** What was found at an address. */
export interface AddressTest {
  readonly result:
    | 'answers'
    | 'elsewhere'
    | 'redirected'
    | 'unknown-name'
    | 'refused'
    | 'tls'
    | 'timeout'
    | 'unreachable'
  readonly ms: number
  /** Of `redirected`. */
  readonly location: string | null
}

const TIMEOUT_MS = 10_000
const ANSWER_BYTES_MAX = 64 * 1024
const LOCATION_LENGTH_MAX = 300

/**
 * Asks for `path` at an origin, as a client of the server would, and says whether what answers is the server itself: `isOurs` is given what came,
 * parsed. No redirect is followed, and nothing of another server's answer is told but where it leads.
 */
export async function testAddress(
  origin: string,
  path: string,
  isOurs: (answer: unknown) => boolean,
): Promise<AddressTest> {
  const target = parseTarget(origin, path)
  const startedAt = performance.now()
  const tested = (result: AddressTest['result'], location: string | null = null): AddressTest => ({
    result,
    ms: Math.round(performance.now() - startedAt),
    location,
  })
  try {
    const request = { method: 'GET', headers: { accept: 'application/json' } }
    const limits = { reach: 'private', timeoutMs: TIMEOUT_MS, answerBytesMax: ANSWER_BYTES_MAX } as const
    const { status, headers, body } = await outboundRequest(target, request, limits)
    const { location } = headers
    if (status >= 300 && status < 400 && location !== undefined) {
      return tested('redirected', location.slice(0, LOCATION_LENGTH_MAX))
    }
    return tested(status === 200 && isOurs(parsed(body)) ? 'answers' : 'elsewhere')
  } catch (error) {
    return tested(resultOf(error))
  }
}

function parseTarget(origin: string, path: string): URL {
  if (URL.canParse(path, origin)) return new URL(path, origin)
  throw new StatusError('invalid-argument', 'INVALID_REQUEST', 'This is no address.')
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/** Node's codes of a connection that could not be made. */
function resultOf(error: unknown): AddressTest['result'] {
  if (error instanceof AnswerTooLargeError) return 'elsewhere'
  const { code = '', name } = error as { code?: unknown; name?: unknown }
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ETIMEDOUT') return 'timeout'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown-name'
  if (code === 'ECONNREFUSED') return 'refused'
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_|EPROTO/.test(String(code)) ? 'tls' : 'unreachable'
}
