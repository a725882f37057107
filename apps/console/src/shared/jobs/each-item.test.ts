import { expect, it, vi } from 'vitest'
import { HearthError } from '../../backend/api/hearth-error.ts'
import { messageOf } from '../../backend/errors/reaction.ts'
import { connection } from '../../backend/live/connection.ts'
import { untilAnswered, WorkList } from './each-item.ts'

it.each([
  ['the server is away', new HearthError({ code: 'unavailable', reason: 'NO_ANSWER', message: 'away' })],
  [
    'the server asks to wait a minute',
    new HearthError({ code: 'resource-exhausted', reason: 'TOO_MANY', message: 'wait', retryAfterSeconds: 60 }),
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

it('what would have to wait for longer than a minute ends, and says when it is possible', async () => {
  const thrown = new HearthError({
    code: 'resource-exhausted',
    reason: 'TOO_MANY_REQUESTS',
    message: 'Too many requests.',
    retryAfterSeconds: 3600,
  })
  const working = untilAnswered(new AbortController().signal, () => Promise.reject(thrown))
  await expect(working).rejects.toBe(thrown)
  expect(messageOf(thrown)).toBe('Too many tries. The next one is possible in 60 minutes.')
})

it('a list goes on with what no run has come to, and then with what was refused', () => {
  const list = new WorkList(['a', 'b', 'c', 'd', 'a'])
  expect(list.count).toBe(4)
  expect(list.begin()).toEqual(['a', 'b', 'c', 'd'])
  list.settle('a', false)
  list.settle('b', true)
  expect(list.begin()).toEqual(['c', 'd'])
  list.settle('c', false)
  list.settle('d', true)
  expect(list.begin()).toEqual(['b', 'd'])
  list.settle('b', false)
  list.settle('d', true)
  expect(list.begin()).toEqual(['d'])
  list.settle('d', false)
  expect(list.begin()).toEqual([])
})
