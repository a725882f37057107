import { failureOf } from '../errors/failure.ts'
import { connection } from './connection.ts'

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
