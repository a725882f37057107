import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HearthError } from '../../backend/api/hearth-error.ts'
import { mayBeDone, withRetries } from './with-retries.ts'

const failed = (code: string) => new HearthError({ code, reason: 'NO_ANSWER', message: '' })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('asks again until there is an answer', async () => {
  const call = vi.fn(async () => 'done')
  call.mockRejectedValueOnce(failed('unavailable')).mockRejectedValueOnce(failed('resource-exhausted'))
  const asked = withRetries(call, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await asked).toBe('done')
  expect(call).toHaveBeenCalledTimes(3)
})

it('gives up in the end, and at once what will never be answered otherwise', async () => {
  const away = vi.fn().mockRejectedValue(failed('unavailable'))
  const asked = expect(withRetries(away, new AbortController().signal)).rejects.toMatchObject({ code: 'unavailable' })
  await vi.advanceTimersByTimeAsync(30_000)
  await asked
  expect(away).toHaveBeenCalledTimes(6)
  const denied = vi.fn().mockRejectedValue(failed('permission-denied'))
  await expect(withRetries(denied, new AbortController().signal)).rejects.toMatchObject({ code: 'permission-denied' })
  expect(denied).toHaveBeenCalledTimes(1)
  expect([failed('unavailable'), failed('resource-exhausted')].map(mayBeDone)).toEqual([true, false])
})

it('waits no longer when it is cancelled', async () => {
  const abort = new AbortController()
  const timers = vi.getTimerCount()
  const call = vi.fn().mockRejectedValue(failed('unavailable'))
  const asked = expect(withRetries(call, abort.signal)).rejects.toMatchObject({ code: 'unavailable' })
  await vi.advanceTimersByTimeAsync(100)
  abort.abort()
  await asked
  expect(call).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(timers)
})

it('waits for as long as the server asks, but for no more than a minute', async () => {
  const timers = vi.getTimerCount()
  const tooMany = (retryAfterSeconds: number) =>
    new HearthError({ code: 'resource-exhausted', reason: 'TOO_MANY_REQUESTS', message: '', retryAfterSeconds })
  const call = vi.fn(async () => 'done')
  call.mockRejectedValueOnce(tooMany(60))
  const asked = withRetries(call, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(call).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await asked).toBe('done')
  const full = vi.fn().mockRejectedValue(tooMany(3600))
  await expect(withRetries(full, new AbortController().signal)).rejects.toMatchObject({ retryAfterSeconds: 3600 })
  expect(full).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(timers)
})
