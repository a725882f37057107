import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { longestRound, LONGEST_ROUND_MAX } from '../../testing/held-rounds.ts'
import { TestServer } from '../../testing/test-server.ts'
import { LISTEN_PATH, WebchannelPeer, WRITE_PATH } from '../../testing/webchannel-peer.ts'

const DATABASE = 'projects/demo-app/databases/(default)'
const MIB = 1024 * 1024

const repeated = (bytes: number, head: string, part: string): Buffer =>
  Buffer.from(head + part.repeat(Math.floor((bytes - head.length) / part.length)))

test('the worst form of a channel holds up nobody, whatever its shape', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  using peer = new WebchannelPeer(server.port, DATABASE)
  const large = 30 * MIB
  const shapes: [what: string, path: string, body: Buffer, status: number][] = [
    ['names without values', LISTEN_PATH, repeated(4 * MIB, 'count=1000&ofs=0', '&a'), 400],
    ['one name over and over', LISTEN_PATH, repeated(4 * MIB, 'count=1000&ofs=0', '&a=b'), 400],
    ['nothing but separators', LISTEN_PATH, repeated(4 * MIB, '', '&'), 400],
    ['one escaped message', LISTEN_PATH, repeated(4 * MIB, 'count=1&ofs=0&req0___data__=', '%5B'), 400],
    ['headers of many lines', LISTEN_PATH, repeated(4 * MIB, 'headers=', 'authorization%0A'), 400],
    ['writes that are escaped', WRITE_PATH, repeated(large, 'count=1&ofs=1&req0___data__=%22', '%E6'), 400],
    ['writes of tiny lists', WRITE_PATH, repeated(11 * MIB, 'count=1&ofs=1&req0___data__=[', '[],'), 400],
    ['writes of plain text', WRITE_PATH, repeated(large, 'count=1&ofs=1&req0___data__="', 'a'), 413],
  ]
  for (const [what, path, body, status] of shapes) {
    // A channel of its own for each: one that nobody reads ends after a while.
    const query = path === WRITE_PATH ? `&SID=${await peer.open(WRITE_PATH, [{ database: DATABASE }])}&AID=0` : ''
    const longest = await longestRound(async () => {
      expect((await peer.post(path, query, body)).status, what).toBe(status)
    })
    expect(longest, what).toBeLessThan(LONGEST_ROUND_MAX)
  }
})

test('a form is not unpacked, and what opens a channel is small', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  using peer = new WebchannelPeer(server.port, DATABASE)
  const address = `${LISTEN_PATH}?VER=8&database=${encodeURIComponent(DATABASE)}`
  const ask = (body: Buffer, headers: Record<string, string>) =>
    peer.client.ask({ method: 'POST', path: address, headers, body })
  const packed = await ask(gzipSync('count=0&ofs=0'), { 'content-encoding': 'gzip' })
  expect(packed.status).toBe(415)
  expect(packed.text).toContain('UNSUPPORTED_ENCODING')
  const long = await ask(Buffer.from(`count=0&ofs=0&headers=${'a'.repeat(20_000)}`), {})
  expect(long.status).toBe(400)
  expect((await ask(repeated(5 * MIB, 'count=0&ofs=0&x=', 'x'), {})).status).toBe(413)
})

test('a write of 10 MiB of text that is all percent-encoded is taken', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  using peer = new WebchannelPeer(server.port, DATABASE)
  const sid = await peer.open(WRITE_PATH, [{ database: DATABASE }])
  const text = '漢'.repeat(330_000)
  const update = (id: number): unknown => ({
    update: { name: `${DATABASE}/documents/c/${id}`, fields: { text: { stringValue: text } } },
  })
  const writes = Array.from({ length: 10 }, (_, index) => update(index))
  const answer = await peer.forward(WRITE_PATH, sid, 1, [{ streamToken: 'AA==', writes }])
  expect(answer.status).toBe(200)
  await expect.poll(() => peer.fetch(WRITE_PATH, sid)).toContain('writeResults')
})
