import { expect, test } from 'vitest'
import { CommitRequest } from './messages.ts'
import { readProtobuf, readProtobufInTurns } from './protobuf-reader.ts'
import { ProtobufSink } from './protobuf-sink.ts'

/** A commit of deletes. */
function deletes(count: number): Buffer {
  const sink = new ProtobufSink()
  sink.tag(1, 2)
  sink.string('projects/p/databases/(default)')
  for (let i = 0; i < count; i++) {
    sink.tag(2, 2)
    sink.message(() => {
      sink.tag(2, 2)
      sink.string(`projects/p/databases/(default)/documents/c/${i}`)
    })
  }
  return sink.finish()
}

/** A commit of one write to a document with an array of nulls. */
function nulls(count: number): Buffer {
  const values = new ProtobufSink()
  for (let i = 0; i < count; i++) {
    values.tag(1, 2)
    values.message(() => {
      values.tag(11, 0)
      values.uint32(0)
    })
  }
  const array = values.finish()
  const within = (sink: ProtobufSink, numbers: readonly number[]): void => {
    const [number, ...rest] = numbers
    if (number === undefined) return sink.raw(array)
    sink.tag(number, 2)
    sink.message(() => within(sink, rest))
  }
  const sink = new ProtobufSink()
  // writes, update, fields, value, arrayValue
  within(sink, [2, 1, 2, 2, 9])
  return sink.finish()
}

test('a short message is read at once', () => {
  expect(readProtobufInTurns(CommitRequest, deletes(10))).toEqual(readProtobuf(CommitRequest, deletes(10)))
})

test('what is read in turns is what is read at once, and others have their turn', async () => {
  const bytes = deletes(200_000)
  let rounds = 0
  const counting = setInterval(() => rounds++, 0)
  const read = readProtobufInTurns(CommitRequest, bytes)
  expect(read).toBeInstanceOf(Promise)
  expect(await read).toEqual(readProtobuf(CommitRequest, bytes))
  clearInterval(counting)
  expect(rounds).toBeGreaterThan(2)
})

test('one write may have as many values as a document and its transforms, and no more', async () => {
  await expect((async () => readProtobufInTurns(CommitRequest, nulls(149_000)))()).resolves.toBeDefined()
  await expect((async () => readProtobufInTurns(CommitRequest, nulls(150_000)))()).rejects.toMatchObject({
    code: 'resource-exhausted',
    reason: 'MESSAGE_TOO_DETAILED',
  })
})

test('a long message that ends in the middle of a field is refused', async () => {
  const bytes = deletes(10_000)
  await expect((async () => readProtobufInTurns(CommitRequest, bytes.subarray(0, -3)))()).rejects.toMatchObject({
    reason: 'INVALID_PROTOBUF',
  })
})
