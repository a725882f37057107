import { HearthError } from '../../backend/api/hearth-error.ts'

/** What passes by itself. */
const passing: ReadonlySet<string> = new Set(['unavailable', 'deadline-exceeded', 'resource-exhausted', 'aborted'])
/** How long it is waited before each further attempt; milliseconds. */
const pauses: readonly number[] = [500, 1_000, 2_000, 4_000, 8_000]
const longestSeconds = 60

/** Whether a pause that the server asks for is longer than anybody should see a job stand still: they are told of it, and when it is over. */
export function isLongWait(seconds: number): boolean {
  return seconds > longestSeconds
}

/**
 * Asks again when no answer came, a little later each time, about a quarter of a minute in all, or as long as the server asks for where that is
 * no more than a minute. Only for what may be done twice. Throws the last answer, at once when the signal is aborted or when it would not be
 * another for longer.
 */
export async function withRetries<Answer>(call: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (const pause of pauses) {
    try {
      return await call()
    } catch (thrown) {
      if (signal.aborted || !(thrown instanceof HearthError) || !passing.has(thrown.code)) throw thrown
      const { retryAfterSeconds = 0 } = thrown
      if (isLongWait(retryAfterSeconds)) throw thrown
      await waitFor(Math.max(pause, retryAfterSeconds * 1000), signal)
      if (signal.aborted) throw thrown
    }
  }
  return await call()
}

/** Whether a call that failed so may have been done all the same. */
export function mayBeDone(thrown: unknown): boolean {
  return thrown instanceof HearthError && (thrown.code === 'unavailable' || thrown.code === 'deadline-exceeded')
}

/** Ends early when the signal is aborted. */
async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = (): void => resolve()
  const timer = setTimeout(end, ms)
  signal.addEventListener('abort', end, { once: true })
  await promise
  clearTimeout(timer)
  signal.removeEventListener('abort', end)
}
