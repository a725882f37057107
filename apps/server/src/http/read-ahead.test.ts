import { EventEmitter } from 'node:events'
import type { Http2ServerRequest } from 'node:http2'
import { expect, test } from 'vitest'
import { MemoryBudget } from './memory-budget.ts'
import { AHEAD_BYTES_MAX, ReadAhead } from './read-ahead.ts'

const MIB = 1024 * 1024
const READ_BYTES = 64 * 1024

function open({ isAnswerTaken, bytesMax = 96 * MIB }: { isAnswerTaken: boolean; bytesMax?: number }) {
  const budget = new MemoryBudget({ bytesMax })
  const lease = budget.lease('192.0.2.1')
  const flow: string[] = []
  const request = Object.assign(new EventEmitter(), {
    stream: { aborted: false },
    pause: () => void flow.push('pause'),
    resume: () => void flow.push('resume'),
  })
  const ahead = new ReadAhead(request as unknown as Http2ServerRequest, lease, () => isAnswerTaken)
  return { budget, request, flow, ahead }
}

/** Part of a read of the socket, which node would keep with it. */
function pieceOf(bytes: number): Buffer {
  return Buffer.alloc(READ_BYTES, 'x').subarray(0, bytes)
}

test('what waits is in one buffer of its own, counted until the next is asked for', async () => {
  const { budget, request, ahead } = open({ isAnswerTaken: false })
  for (let piece = 0; piece < 1_000; piece++) request.emit('data', pieceOf(1))
  expect(budget.heldBytes).toBeLessThanOrEqual(2_000)
  request.emit('end')
  const taken: Buffer[] = []
  for await (const piece of ahead.pieces()) {
    expect(budget.heldBytes).toBeGreaterThan(0)
    taken.push(piece)
  }
  expect(taken.map(({ length }) => length)).toEqual([1_000])
  expect(taken[0]?.buffer.byteLength).toBeLessThanOrEqual(2_000)
  expect(budget.heldBytes).toBe(0)
})

const overruns: [string, { isAnswerTaken: boolean; bytesMax?: number }, string][] = [
  ['who reads no answer', { isAnswerTaken: false }, 'UNREAD_REQUESTS'],
  ['whom there is no room for', { isAnswerTaken: true, bytesMax: MIB }, 'TOO_MUCH_HELD'],
]

test.for(overruns)('more than may wait of %s ends it, and nothing stays held', async ([, options, reason]) => {
  const { budget, request, ahead } = open(options)
  for (let bytes = 0; bytes <= AHEAD_BYTES_MAX; bytes += READ_BYTES) request.emit('data', pieceOf(READ_BYTES))
  await expect(ahead.overrun).rejects.toMatchObject({ code: 'resource-exhausted', reason })
  await expect(ahead.pieces()[Symbol.asyncIterator]().next()).rejects.toMatchObject({ reason })
  expect(budget.heldBytes).toBe(0)
})

test('who reads its answers is asked to wait', async () => {
  const { request, flow, ahead } = open({ isAnswerTaken: true })
  for (let bytes = 0; bytes <= AHEAD_BYTES_MAX; bytes += READ_BYTES) request.emit('data', pieceOf(READ_BYTES))
  expect(flow).toEqual(['pause'])
  const { value } = await ahead.pieces()[Symbol.asyncIterator]().next()
  expect((value as Buffer).length).toBe(AHEAD_BYTES_MAX + READ_BYTES)
  expect(flow).toEqual(['pause', 'resume'])
})
