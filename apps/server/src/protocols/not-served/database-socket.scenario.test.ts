import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'

const KEY = 'dGhlIHNhbXBsZSBub25jZQ=='
const upgrade = (headers: string): string =>
  `GET /.ws?v=5&ns=demo-app HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${headers}\r\n\r\n`
const opening = upgrade(`Sec-WebSocket-Key: ${KEY}\r\nSec-WebSocket-Version: 13`)

/** A frame as clients send it: masked. */
function frame(payload: string | Buffer, opcode = 1, first = 0x80): Buffer {
  const bytes = Buffer.from(payload)
  const mask = Buffer.from([1, 2, 3, 4])
  const length = bytes.length < 126 ? [0x80 | bytes.length] : [0x80 | 126, bytes.length >> 8, bytes.length & 0xff]
  const masked = bytes.map((byte, index) => byte ^ (mask[index & 3] ?? 0))
  return Buffer.concat([Buffer.from([first | opcode, ...length]), mask, masked])
}

const request = (number: number, action: string): string =>
  `{"t":"d","d":{"r":${number},"a":"${action}","b":{"p":"/"}}}`

function dial(port: number): Socket {
  return connect(port, '127.0.0.1').on('error', () => undefined)
}

/** Sends it all, and answers all that came until the server has ended the connection. */
async function converse(port: number, sent: readonly (string | Buffer)[]): Promise<string> {
  const socket = dial(port)
  for (const bytes of sent) socket.write(bytes)
  return await text(socket).catch(() => 'reset')
}

const close = frame(Buffer.from([3, 232]), 8)

test('requests are refused one by one, whatever the pieces they come in', async () => {
  await using server = await TestServer.start()
  const long = `${request(3, 'p').slice(0, -3)},"d":"${'x'.repeat(20_000)}"}}}`
  const parts = [frame('2'), frame(long.slice(0, 16_384)), frame(long.slice(16_384))]
  const frames = [
    frame(request(1, 'g')),
    frame('0'),
    frame(request(2, 'auth')),
    ...parts,
    frame(request(4, 'q')),
    close,
  ]
  const answer = await converse(server.port, [opening, Buffer.concat(frames)])
  expect(answer).toContain('HTTP/1.1 101 Switching Protocols')
  // RFC 6455, section 1.3: the accept of this key.
  expect(answer).toContain('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=')
  expect(answer).toMatch(/"t":"h".*"v":"5","h":"localhost"/)
  for (const number of [1, 3, 4]) expect(answer).toContain(`{"r":${number},"b":{"s":"unimplemented"`)
  expect(answer).toContain('{"r":2,"b":{"s":"ok"')

  const socket = dial(server.port)
  const heard = text(socket)
  for (const byte of Buffer.concat([Buffer.from(opening), frame(request(7, 'm')), close])) socket.write(Buffer.of(byte))
  expect(await heard).toContain('{"r":7,"b":{"s":"unimplemented"')
})

test('what is no WebSocket, or none of this protocol, is ended', async () => {
  await using server = await TestServer.start()
  const unmasked = Buffer.from([0x81, 1, 0x30])
  const endless = Buffer.from([0x81, 0x80 | 127, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])
  for (const [what, sent, expected] of [
    ['no key', [upgrade('Sec-WebSocket-Version: 13')], /^HTTP\/1.1 400 /],
    ['a key that is none', [upgrade('Sec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13')], /^HTTP\/1.1 400 /],
    ['another version', [upgrade(`Sec-WebSocket-Key: ${KEY}\r\nSec-WebSocket-Version: 8`)], /^HTTP\/1.1 400 /],
    ['a frame without a mask', [opening, unmasked], /101/],
    ['a frame of gigabytes', [opening, endless], /101/],
    ['a message in fragments', [opening, frame('x', 1, 0)], /101/],
    ['bytes', [opening, frame('x', 2)], /101/],
    ['an extension', [opening, frame('x', 1, 0xc0)], /101/],
  ] as const) {
    expect(await converse(server.port, sent), what).toMatch(expected)
  }
  const other = await converse(server.port, [
    opening.replace('/.ws', '/other').replace('Connection: Upgrade', 'Connection: Upgrade, close'),
  ])
  expect(other).toMatch(/^HTTP\/1.1 404 /)
})

test('many requests in one piece are all refused, and a flood of pings is ended', async () => {
  await using server = await TestServer.start()
  const requests = Array.from({ length: 400 }, (_, index) => frame(request(index + 1, 'g')))
  const answer = await converse(server.port, [opening, Buffer.concat([...requests, close])])
  expect(answer.match(/"s":"unimplemented"/g)).toHaveLength(400)

  const pings = Array.from({ length: 1_000 }, () => frame('', 9))
  const flooded = await converse(server.port, [opening, Buffer.concat([...pings, frame(request(1, 'g')), close])])
  expect(flooded).not.toContain('"s":"unimplemented"')
})

test('under dev a page of a foreign site, or of a name that is not ours, gets no connection', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const ask = (text: string) =>
    converse(server.port, [text.replace('Connection: Upgrade', 'Connection: Upgrade, close')])
  expect(await ask(opening.replace('Host: localhost', 'Host: evil.test'))).toMatch(/^HTTP\/1.1 421 /)
  expect(await ask(opening.replace('Upgrade: websocket', 'Upgrade: websocket\r\nOrigin: https://evil.test'))).toMatch(
    /^HTTP\/1.1 403 /,
  )
  expect(await converse(server.port, [opening, close])).toMatch(/^HTTP\/1.1 101 /)
})
