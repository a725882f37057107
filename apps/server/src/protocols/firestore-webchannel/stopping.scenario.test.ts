import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'
import { encodeForward, LISTEN_PATH, WebchannelPeer } from '../../testing/webchannel-peer.ts'

const DATABASE = 'projects/demo-app/databases/(default)'
/** Far from the eight seconds that requests under way are given. */
const STOP_MS_MAX = 4_000

test('who comes back with the end of a channel, on the same connection, does not hold up a stop', async () => {
  const server = await TestServer.start({ mode: 'dev' })
  using peer = new WebchannelPeer(server.port, DATABASE)
  const target = {
    database: DATABASE,
    addTarget: { targetId: 2, documents: { documents: [`${DATABASE}/documents/a/b`] } },
  }
  const sid = await peer.open(LISTEN_PATH, [target])

  // As a browser whose other connections are busy: what it asks next waits for this one.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const address = `${LISTEN_PATH}?VER=8&database=${encodeURIComponent(DATABASE)}`
  const ask = async (method: string, query: string, body = ''): Promise<IncomingMessage> => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const asked = request(`${server.origin}${address}${query}`, { method, agent, headers }).end(body)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    return answer
  }
  const backChannel = await ask('GET', `&RID=rpc&SID=${sid}&AID=0&CI=0&TYPE=xmlhttp`)
  const again = ask('POST', '&CVER=22&RID=9', `${encodeForward(0, [target])}&headers=Authorization:Bearer owner`)

  const startedAt = performance.now()
  const stopped = server[Symbol.asyncDispose]()
  await text(backChannel)
  const answer = await again
  expect(answer.statusCode).toBe(503)
  expect(await text(answer)).toContain('STOPPING')
  await stopped
  expect(performance.now() - startedAt).toBeLessThan(STOP_MS_MAX)
  agent.destroy()
})
