import { HearthError } from './hearth-error.ts'

const timeoutMs = 8_000

/** What time it is by the server's clock, to the second, in milliseconds since the epoch: this machine's may be wrong. Throws `unavailable`. */
export async function getServerTime(): Promise<number> {
  try {
    const response = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) })
    if (!(await isHealthy(response)))
      throw new HearthError({ code: 'unavailable', reason: 'FOREIGN_ANSWER', message: `HTTP ${response.status}` })
    // A proxy that takes it away leaves this machine's.
    return serverTimeOf(response) ?? Date.now()
  } catch (cause) {
    if (cause instanceof HearthError) throw cause
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new HearthError({ code: 'unavailable', reason: 'NO_ANSWER', message })
  }
}

/** When an answer was made, by the server's clock, to the second that had begun, in milliseconds since the epoch; undefined where it doesn't say. */
function serverTimeOf(response: Response): number | undefined {
  // RFC 9110, 6.6.1: whoever has a clock sends it.
  const time = Date.parse(response.headers.get('date') ?? '')
  return Number.isNaN(time) ? undefined : time
}

/**
 * Whether an answer of `/healthz` is the server's own: what a network shows before it lets anybody through, or a proxy in the server's place,
 * is answered with 200 as well.
 */
export async function isHealthy(response: Response): Promise<boolean> {
  const isText = response.headers.get('content-type')?.startsWith('text/plain') === true
  return response.ok && isText && (await response.text()) === 'ok\n'
}
