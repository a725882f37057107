import { expect, it, vi } from 'vitest'
import { HearthError } from '../api/hearth-error.ts'
import { connection } from '../live/connection.ts'
import { untilAnswered } from './each-item.ts'

it.each([
  ['the server is away', new HearthError({ code: 'unavailable', reason: 'NO_ANSWER', message: 'away' })],
  [
    'the server asks to wait an hour',
    new HearthError({ code: 'resource-exhausted', reason: 'TOO_MANY', message: 'wait', retryAfterSeconds: 3600 }),
  ],
])(
  'what is cancelled while %s ends at once',
  async (_, thrown) => {
    vi.spyOn(connection, 'probe').mockResolvedValue()
    vi.spyOn(connection, 'getSnapshot').mockReturnValue({ status: 'offline', since: 0 })
    vi.spyOn(connection, 'whenLive').mockReturnValue(new Promise(() => undefined))
    const cancelling = new AbortController()
    const asked = Promise.withResolvers<void>()
    const working = untilAnswered(cancelling.signal, () => {
      asked.resolve()
      return Promise.reject(thrown)
    })
    await asked.promise
    cancelling.abort()
    await expect(working).rejects.toThrow('aborted')
  },
  5000,
)
