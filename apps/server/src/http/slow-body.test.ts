import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemoryBudget } from './memory-budget.ts'
import { readRequestBody } from './request-body.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

test.each([
  ['plain', undefined, Buffer.from('half')],
  ['gzip', 'gzip', gzipSync('half').subarray(0, 12)],
])('a body (%s) that never ends is given up after five minutes, and not before', async (_name, encoding, beginning) => {
  const request = new IncomingMessage(new Socket())
  if (encoding !== undefined) request.headers['content-encoding'] = encoding
  let failure: unknown
  const read = readRequestBody(request, 1_000, new MemoryBudget().lease('127.0.0.1')).catch((error: unknown) => {
    failure = error
  })
  request.push(beginning)
  await vi.advanceTimersByTimeAsync(0)
  await new Promise((resolve) => setImmediate(resolve))
  await vi.advanceTimersByTimeAsync(299_000)
  expect(failure).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1_000)
  await read
  expect(failure).toMatchObject({ code: 'deadline-exceeded', reason: 'BODY_TOO_SLOW' })
})
