import { EventEmitter } from 'node:events'
import type { ServerHttp2Stream } from 'node:http2'
import { expect, test } from 'vitest'
import { admitStream, STREAMS_MAX } from './stream-admission.ts'

test('a connection may have so many streams, is told so beyond, and may have one for each that ends', () => {
  const session = {}
  const open = (): ServerHttp2Stream => {
    const stream = Object.assign(new EventEmitter(), { session }) as unknown as ServerHttp2Stream
    admitStream(stream)
    return stream
  }
  const first = open()
  for (let count = 1; count < STREAMS_MAX; count++) open()
  const refused = expect.objectContaining({ code: 'resource-exhausted', reason: 'TOO_MANY_STREAMS' }) as Error
  expect(open).toThrow(refused)
  expect(open).toThrow(String(STREAMS_MAX))
  first.emit('close')
  open()
  expect(open).toThrow(refused)
})
