import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { answerInTime as AnswerInTimeFunction } from './answer-in-time.ts'

type AnswerInTime = typeof AnswerInTimeFunction

let isServerThere = true
/** With a connection of its own. */
let answerInTime: AnswerInTime

beforeEach(async () => {
  isServerThere = true
  vi.useFakeTimers()
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener: () => undefined })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('fetch', async () => {
    if (!isServerThere) throw new TypeError('Failed to fetch')
    return new Response('ok\n', { headers: { 'content-type': 'text/plain' } })
  })
  vi.resetModules()
  ;({ answerInTime } = await import('./answer-in-time.ts'))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  // The connection holds the page of this test.
  vi.resetModules()
})

/** What comes of something that is never answered, and whether it was given up. */
async function askForEver(): Promise<{
  readonly thrown: unknown
  readonly isGivenUp: boolean
  readonly asked: number
}> {
  let signal: AbortSignal | undefined
  let asked = 0
  const answer = answerInTime(
    async (givenUp) =>
      await new Promise<never>(() => {
        signal = givenUp
        asked += 1
      }),
  )
  const thrown = answer.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(9000)
  return { thrown: await thrown, isGivenUp: signal?.aborted === true, asked }
}

it('hands on an answer, and what was answered instead', async () => {
  expect(await answerInTime(async () => 7)).toBe(7)
  await expect(answerInTime(async () => await Promise.reject(new Error('no')))).rejects.toThrow('no')
})

it('gives up what a server that is there never answers, and says that nobody knows', async () => {
  const { thrown, isGivenUp } = await askForEver()
  expect(thrown).toMatchObject({ code: 'deadline-exceeded', reason: 'NO_ANSWER' })
  expect(isGivenUp).toBe(true)
})

it('sends nothing to a server that is away, and says that', async () => {
  isServerThere = false
  await answerInTime(async () => await Promise.reject(unavailable('NO_ANSWER'))).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  const { thrown, asked } = await askForEver()
  expect(thrown).toMatchObject({ code: 'unavailable', reason: 'NO_ANSWER' })
  expect(asked).toBe(0)
})

it('keeps what came back by itself, such as a proxy’s word', async () => {
  const foreign = unavailable('FOREIGN_ANSWER')
  await expect(answerInTime(async () => await Promise.reject(foreign))).rejects.toBe(foreign)
})

function unavailable(reason: string): Error {
  return Object.assign(new Error('HTTP 502'), { code: 'unavailable', reason })
}
