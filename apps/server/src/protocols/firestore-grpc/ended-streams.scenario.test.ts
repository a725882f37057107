import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { queryObjects } from 'node:v8'
import { expect, test } from 'vitest'
import { GrpcClient } from '../../testing/grpc-client.ts'
import { LONGEST_ROUND_MAX } from '../../testing/held-rounds.ts'
import { HostedServer } from '../../testing/hosted-server.ts'
import { TestServer } from '../../testing/test-server.ts'

const STREAMS = 200

async function openAndClose(origin: string, method: string): Promise<void> {
  await using grpc = new GrpcClient(origin)
  const closed = Array.from({ length: STREAMS }, async () => {
    const stream = grpc.open(method)
    stream.on('error', () => undefined).resume()
    await once(stream, 'response')
    stream.close()
    await once(stream, 'close')
  })
  await Promise.all(closed)
}

/** Collects garbage before it counts. */
function countPromises(): number {
  return queryObjects(Promise, { format: 'count' })
}

test.each(['Listen', 'Write'])('no promise is left of %s streams that ended', async (method) => {
  await using server = await TestServer.start({ mode: 'dev' })
  await openAndClose(server.origin, method)
  const before = countPromises()
  await openAndClose(server.origin, method)
  await expect.poll(() => countPromises() - before).toBeLessThan(STREAMS / 4)
})

async function openMany(origin: string, count: number, socket?: Socket): Promise<GrpcClient> {
  const together = Math.min(count, 250)
  const grpc = new GrpcClient(origin, socket && { createConnection: () => socket })
  await once(grpc.session, 'remoteSettings')
  const open = async (): Promise<void> => {
    const stream = grpc
      .open('Listen')
      .on('error', () => undefined)
      .resume()
    await once(stream, 'response')
  }
  for (let opened = 0; opened < count; opened += together) await Promise.all(Array.from({ length: together }, open))
  return grpc
}

test('thousands of streams that end with their connection hold nobody up', async () => {
  await using server = await HostedServer.start({ mode: 'dev' })
  const socket = connect(server.port, '127.0.0.1')
  await openMany(server.origin, 7000, socket)
  const longest = await server.longestRound(async () => {
    socket.resetAndDestroy()
    // One that is opened afterwards is served behind all that has ended.
    await using other = await openMany(server.origin, 1)
    expect(other.session.destroyed).toBe(false)
  })
  expect(longest).toBeLessThan(LONGEST_ROUND_MAX)
})
