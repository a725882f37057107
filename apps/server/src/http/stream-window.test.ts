import { EventEmitter } from 'node:events'
import type { ServerHttp2Session } from 'node:http2'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { STREAM_WINDOW, StreamWindow } from './stream-window.ts'

const MAX = 1_000

/** Keeps what its client is told until the client acknowledges it. */
class FakeSession extends EventEmitter {
  readonly destroyed = false
  readonly closed = false
  readonly told: number[] = []
  readonly #streams: EventEmitter[] = []
  #acknowledge: (() => void) | undefined

  settings({ maxConcurrentStreams }: { maxConcurrentStreams: number }, acknowledged: () => void): void {
    this.told.push(maxConcurrentStreams)
    this.#acknowledge = acknowledged
  }

  acknowledge(): void {
    const acknowledged = this.#acknowledge
    this.#acknowledge = undefined
    acknowledged?.()
  }

  open(count: number): void {
    for (let index = 0; index < count; index++) {
      const stream = new EventEmitter()
      this.#streams.push(stream)
      this.emit('stream', stream)
    }
  }

  endAll(): void {
    for (const stream of this.#streams.splice(0)) stream.emit('close')
  }
}

function start() {
  const session = new FakeSession()
  const window = new StreamWindow(session as unknown as ServerHttp2Session, MAX)
  return { session, window }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a client is told of more streams when it has opened half of those beyond, and only after it has heard of those before', () => {
  const { session, window } = start()
  session.open(STREAM_WINDOW / 2)
  expect(session.told).toEqual([])
  session.open(1)
  expect(session.told).toEqual([STREAM_WINDOW + 129])
  session.open(200)
  expect(session.told).toHaveLength(1)
  session.acknowledge()
  expect(session.told).toEqual([STREAM_WINDOW + 129, STREAM_WINDOW + 329])
  session.acknowledge()
  session.open(MAX - 329)
  session.acknowledge()
  expect([session.told.at(-1), window.open.size]).toEqual([MAX, MAX])
})

test('a client that has ended its streams may open as many again for ten seconds', () => {
  const { session, window } = start()
  session.open(600)
  session.acknowledge()
  session.acknowledge()
  const told = session.told.length
  session.endAll()
  vi.advanceTimersByTime(9_999)
  expect([session.told.length, window.open.size]).toEqual([told, 0])
  vi.advanceTimersByTime(1)
  expect(session.told.slice(told)).toEqual([STREAM_WINDOW])
})

test('a client that opens streams again within ten seconds is told nothing else', () => {
  const { session } = start()
  session.open(600)
  session.acknowledge()
  session.acknowledge()
  const told = session.told.length
  session.endAll()
  session.open(600)
  vi.advanceTimersByTime(60_000)
  expect(session.told).toHaveLength(told)
})
