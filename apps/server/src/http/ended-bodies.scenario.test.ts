import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { longestRound, LONGEST_ROUND_MAX } from '../testing/held-rounds.ts'
import { HttpFixture, jsonRoute } from '../testing/http-fixture.ts'
import { MemoryBudget } from './memory-budget.ts'

/** Many values: the parser takes milliseconds for it. */
const DENSE = `[${'[],'.repeat(20_000)}[]]`
const GZIP = 'content-encoding: gzip\r\n'

async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

test.each([
  { kind: 'plain', connections: 100, pipelined: 1, headers: '', body: Buffer.from(DENSE) },
  { kind: 'packed', connections: 500, pipelined: 4, headers: GZIP, body: gzipSync('{}') },
])(
  '$kind bodies of many connections that are read at once hold nobody up',
  async ({ connections, pipelined, headers, body }) => {
    // Such as what says who is asking, which is read from the store for all of them together.
    const awaited = Promise.withResolvers<void>()
    let begun = 0
    let read = 0
    const route = jsonRoute('POST /body', async (exchange) => {
      begun++
      await awaited.promise
      await exchange.readJson(100_000)
      return { read: ++read }
    })
    await using http = await HttpFixture.start({ routes: [route], memory: new MemoryBudget({ bytesMax: 2 ** 30 }) })
    const sockets = await Promise.all(Array.from({ length: connections }, async () => await openSocket(http.port)))
    const head = Buffer.from(
      `POST /body HTTP/1.1\r\nhost: localhost\r\n${headers}content-length: ${body.length}\r\n\r\n`,
    )
    const requests = Buffer.concat(Array.from({ length: pipelined }, () => [head, body]).flat())
    for (const socket of sockets) socket.resume().write(requests)
    await expect.poll(() => begun).toBe(pipelined * connections)
    const longest = await longestRound(async () => {
      awaited.resolve()
      await expect.poll(() => read).toBe(pipelined * connections)
    })
    expect(longest).toBeLessThan(LONGEST_ROUND_MAX)
  },
)
