import type { IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { MemoryBudget } from '../../http/memory-budget.ts'
import { WebSocketConnection } from './web-socket.ts'

const MIB = 1024 * 1024
const headers = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '13' }

/** A connection that was upgraded, and its client. */
async function open(bytesMax: number) {
  const budget = new MemoryBudget({ bytesMax })
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => undefined)
  const [socket] = (await once(server, 'connection')) as [typeof client]
  socket.on('error', () => undefined)
  onTestFinished(() => {
    client.destroy()
    socket.destroy()
    server.close()
  })
  const heard: string[] = []
  const upgraded = { socket, head: Buffer.alloc(0), memory: budget.lease('192.0.2.1') }
  WebSocketConnection.accept({ headers } as IncomingMessage, upgraded, (text) => heard.push(text))
  return { budget, client, heard, socket }
}

/** Of 60,000 characters, which a mask of zeros leaves as they are. */
const frame = Buffer.concat([
  Buffer.from([0x81, 0x80 | 126, 60_000 >> 8, 60_000 & 0xff, 0, 0, 0, 0]),
  Buffer.alloc(60_000, 'x'),
])

test('a frame that is not whole is counted until it is', async () => {
  const { budget, client, heard } = await open(64 * MIB)
  client.write(frame.subarray(0, -1))
  await expect.poll(() => budget.heldBytes).toBe(frame.length - 1)
  client.write(frame.subarray(-1))
  await expect.poll(() => heard).toEqual(['x'.repeat(60_000)])
  expect(budget.heldBytes).toBe(0)
})

test('a connection ends where there is no room for its frame', async () => {
  const { budget, client, socket } = await open(64 * 1024)
  client.write(frame.subarray(0, -1))
  // Long before the connection would end because nothing more comes.
  await expect.poll(() => socket.destroyed, { timeout: 10_000 }).toBe(true)
  expect(budget.heldBytes).toBeLessThan(frame.length - 1)
})
