import { once } from 'node:events'
import { queryObjects } from 'node:v8'
import { expect, test } from 'vitest'
import { GrpcClient } from '../../testing/grpc-client.ts'
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
