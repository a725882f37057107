import { expect, test } from 'vitest'
import { isPartOfClientHello } from './handshake-turns.ts'

function record(content: Buffer): Buffer {
  const head = Buffer.from([0x16, 3, 1, 0, 0])
  head.writeUInt16BE(content.length, 3)
  return Buffer.concat([head, content])
}

const message = Buffer.concat([Buffer.from([1, 0, 2, 88]), Buffer.alloc(600, 7)])
const hello = record(message)
const divided = Buffer.concat([
  record(message.subarray(0, 2)),
  record(message.subarray(2, 100)),
  record(message.subarray(100)),
])

test.each([
  ['in one record', hello],
  ['divided into records', divided],
])('every beginning of a hello %s is part of it, and the whole is not', (_name, bytes) => {
  for (let end = 1; end < bytes.length; end++) expect(isPartOfClientHello(bytes.subarray(0, end))).toBe(true)
  expect(isPartOfClientHello(bytes)).toBe(false)
  expect(isPartOfClientHello(Buffer.concat([bytes, Buffer.from('more')]))).toBe(false)
})

test.each([
  ['another message', record(Buffer.from([2, 0, 9, 9]))],
  ['a record of another kind behind the first', Buffer.concat([record(message.subarray(0, 9)), Buffer.from([0x17])])],
  ['an empty record', record(Buffer.alloc(0))],
  [
    'more than there is room for',
    Buffer.concat([record(Buffer.from([1, 255, 255, 255])), Buffer.alloc(16 * 1024, 0x16)]),
  ],
])('nothing is waited for behind %s', (_name, bytes) => {
  expect(isPartOfClientHello(bytes)).toBe(false)
})
