import { Agent, request } from 'node:http'
import { expect, test } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'
import { encodeForward, LISTEN_PATH, WebchannelPeer } from '../../testing/webchannel-peer.ts'

const databaseOf = (project: string): string => `projects/${project}/databases/(default)`
const FLOOD = 300

/** Opens channels from an address of loopback, each with a request alone, and gives their SIDs. */
async function flood(port: number, localAddress: string): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const path = `${LISTEN_PATH}?VER=8&database=${encodeURIComponent(databaseOf('nope'))}&RID=1`
  const open = (): Promise<string> =>
    new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const sent = request(
        { host: '127.0.0.1', port, localAddress, method: 'POST', path, headers, agent },
        (answer) => {
          let text = ''
          answer.on('data', (bytes) => (text += String(bytes)))
          answer.on('end', () => resolve(/"c","([^"]+)"/.exec(text)?.[1] ?? ''))
        },
      )
      sent.on('error', reject)
      sent.end(encodeForward(0, []))
    })
  try {
    return await Promise.all(Array.from({ length: FLOOD }, open))
  } finally {
    agent.destroy()
  }
}

test('who opens channels and fetches nothing keeps a hundred of them, and nobody else’s end', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  using peer = new WebchannelPeer(server.port, databaseOf('demo-app'))
  const kept = await peer.open(LISTEN_PATH)
  const sids = await flood(server.port, '127.0.0.7')
  expect(new Set(sids).size).toBe(FLOOD)
  const answers = await Promise.all(sids.map((sid) => peer.forward(LISTEN_PATH, sid, 0, [])))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(100)
  expect(answers.filter(({ text }) => text.includes('Unknown SID'))).toHaveLength(FLOOD - 100)
  expect((await peer.forward(LISTEN_PATH, kept, 0, [])).status).toBe(200)
})
