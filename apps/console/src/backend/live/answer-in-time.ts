import { HearthError } from '../api/hearth-error.ts'
import { connection } from './connection.ts'
import { NoAnswer, untilAway } from './until-away.ts'

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
