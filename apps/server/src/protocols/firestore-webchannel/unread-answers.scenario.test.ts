import { expect, test } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'
import { LISTEN_PATH, WebchannelPeer } from '../../testing/webchannel-peer.ts'

const DATABASE = 'projects/demo-app/databases/(default)'
const MESSAGES_PER_FORM = 1_000
/** More than what is kept of answers that nobody acknowledges. */
const FORMS = 40

const floods: [string, unknown][] = [
  ['removes targets that there are not', { database: DATABASE, removeTarget: 7 }],
  ['adds targets that can’t be read', { database: DATABASE, addTarget: { targetId: 7 } }],
]

test.for(floods)('a channel whose client %s and acknowledges nothing is over', async ([, message]) => {
  await using server = await TestServer.start({ mode: 'dev' })
  using peer = new WebchannelPeer(server.port, DATABASE)
  const sid = await peer.open(LISTEN_PATH)
  const messages = Array.from({ length: MESSAGES_PER_FORM }, () => message)
  let outstandingBytes = 0
  for (let form = 0; form < FORMS; form++) {
    const { status, text } = await peer.forward(LISTEN_PATH, sid, form * MESSAGES_PER_FORM, messages)
    expect(status).toBe(200)
    const [, , bytes] = JSON.parse(text.slice(text.indexOf('['))) as [number, number, number]
    outstandingBytes = Math.max(outstandingBytes, bytes)
  }
  expect(outstandingBytes).toBeLessThan(5 * 1024 * 1024)
  const told = await peer.fetch(LISTEN_PATH, sid)
  expect(told.slice(-300)).toContain('"status":"RESOURCE_EXHAUSTED"')
})

test('what waits for a client goes out in chunks, in order', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  using peer = new WebchannelPeer(server.port, DATABASE)
  const sid = await peer.open(LISTEN_PATH)
  const messages = Array.from({ length: MESSAGES_PER_FORM }, () => ({ database: DATABASE, removeTarget: 7 }))
  for (let form = 0; form < 5; form++) await peer.forward(LISTEN_PATH, sid, form * MESSAGES_PER_FORM, messages)
  const chunks = chunksOf(await peer.fetch(LISTEN_PATH, sid))
  expect(chunks.length).toBeGreaterThan(3)
  expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThan(70_000)
  const ids = chunks.flatMap((chunk) => (JSON.parse(chunk) as [number, unknown][]).map(([id]) => id))
  expect(ids).toEqual(Array.from({ length: 5 * MESSAGES_PER_FORM }, (_, index) => index + 1))
})

/** Each is its length in decimal, a line feed, and that many characters. */
function chunksOf(answer: string): string[] {
  const chunks: string[] = []
  for (let at = 0; at < answer.length;) {
    const start = answer.indexOf('\n', at) + 1
    at = start + Number(answer.slice(at, start - 1))
    chunks.push(answer.slice(start, at))
  }
  return chunks
}
