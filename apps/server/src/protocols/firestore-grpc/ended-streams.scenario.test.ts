import { once } from 'node:events'
import { queryObjects } from 'node:v8'
import { expect, test } from 'vitest'
import { GrpcClient } from '../../testing/grpc-client.ts'
import { longestRoundMax } from '../../testing/held-rounds.ts'
import { HostedServer } from '../../testing/hosted-server.ts'
import { TestServer } from '../../testing/test-server.ts'

const streams = 200

async function openAndClose(origin: string, method: string): Promise<void> {
  await using grpc = new GrpcClient(origin)
  const closed = Array.from({ length: streams }, async () => {
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
  await expect.poll(() => countPromises() - before).toBeLessThan(streams / 4)
})

test('thousands of streams that end with their connection hold nobody up', async () => {
  const many = 4000
  const together = 100
  await using server = await HostedServer.start({ mode: 'dev' })
  const grpc = new GrpcClient(server.origin)
  await once(grpc.session, 'remoteSettings')
  const open = async (): Promise<void> => {
    const stream = grpc
      .open('Listen')
      .on('error', () => undefined)
      .resume()
    await once(stream, 'response')
  }
  for (let opened = 0; opened < many; opened += together) await Promise.all(Array.from({ length: together }, open))
  const longest = await server.longestRound(async () => {
    grpc.session.destroy()
    // One that is opened afterwards is served behind all that has ended.
    await using other = new GrpcClient(server.origin)
    const stream = other
      .open('Listen')
      .on('error', () => undefined)
      .resume()
    await once(stream, 'response')
  })
  expect(longest).toBeLessThan(longestRoundMax)
})
