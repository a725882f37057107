import { HearthError } from '../api/hearth-error.ts'
import { connection } from './connection.ts'
import { failureOf } from '../errors/failure.ts'

/**
 * Asks the server for something that nothing can wait for: throws `unavailable` at once where it is away, and `deadline-exceeded` as soon as it
 * is found away or takes too long, for then nobody knows whether it was done.
 *
 * @param ask gives up with the signal
 */
export async function answerInTime<Answer>(ask: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  if (connection.getSnapshot().status !== 'live') await connection.probe()
  if (connection.getSnapshot().status !== 'live')
    throw new HearthError({ code: 'unavailable', reason: 'NO_ANSWER', message: 'The server does not answer.' })
  const giving = new AbortController()
  let own: unknown
  const answer = ask(giving.signal).catch((thrown: unknown) => {
    own = thrown
    throw thrown
  })
  try {
    return await untilAway(answer)
  } catch (thrown) {
    if (!(thrown instanceof NoAnswer)) throw thrown
    giving.abort()
    // What came back by itself says more, such as that a proxy answered.
    throw own ?? new HearthError({ code: 'deadline-exceeded', reason: 'NO_ANSWER', message: 'No answer in time.' })
  }
}

/** Nothing was answered. What was asked for may have come there all the same. */
export class NoAnswer extends Error {}

/** After so long the server is asked whether it is there at all. */
const doubtMs = 1000
/** A server under load may be slow to answer. */
const patienceMs = 8000

/** The answer, as long as one can be expected: throws `NoAnswer` as soon as the server is found away, or takes too long. */
export async function untilAway<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let stop = (): void => undefined
  const away = new Promise<never>((_, reject) => {
    const giveUp = (): void => reject(new NoAnswer())
    const timers = [setTimeout(() => void connection.probe(), doubtMs), setTimeout(giveUp, patienceMs)]
    const unsubscribe = connection.subscribe(() => {
      if (connection.getSnapshot().status !== 'live') giveUp()
    })
    stop = () => {
      for (const timer of timers) clearTimeout(timer)
      unsubscribe()
    }
  })
  try {
    return await Promise.race([answer, away])
  } catch (thrown) {
    if (!isNoAnswer(failureOf(thrown).code)) throw thrown
    void connection.probe()
    throw new NoAnswer()
  } finally {
    stop()
    // What comes after it was given up concerns nobody.
    answer.catch(() => undefined)
  }
}

function isNoAnswer(code: string): boolean {
  return code === 'unavailable' || code === 'deadline-exceeded'
}
