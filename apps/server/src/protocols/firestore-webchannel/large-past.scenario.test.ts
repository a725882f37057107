import { expect, test } from 'vitest'
import { LONGEST_ROUND_MAX } from '../../testing/held-rounds.ts'
import { HostedServer } from '../../testing/hosted-server.ts'
import { LISTEN_PATH, WebchannelPeer } from '../../testing/webchannel-peer.ts'

const DATABASE = 'projects/demo-app/databases/(default)'
const DOCUMENTS = 16

test('a listener that knows an earlier time of large documents holds nobody up', { timeout: 60_000 }, async () => {
  await using server = await HostedServer.start({ mode: 'dev' })
  using peer = new WebchannelPeer(server.port, DATABASE)
  const values = Array.from({ length: 18_000 }, () => ({ mapValue: {} }))
  const write = async (n: number): Promise<string> => {
    let time = ''
    for (let id = 0; id < DOCUMENTS; id += 4) {
      const writes = [0, 1, 2, 3].map((of) => ({
        update: {
          name: `${DATABASE}/documents/large/${id + of}`,
          fields: { n: { integerValue: String(n) }, values: { arrayValue: { values } } },
        },
      }))
      const answer = await fetch(`${server.origin}/v1/${DATABASE}/documents:commit`, {
        method: 'POST',
        headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
        body: JSON.stringify({ writes }),
      })
      expect(answer.status).toBe(200)
      time = ((await answer.json()) as { commitTime: string }).commitTime
    }
    return time
  }
  const readTime = await write(1)
  await write(2)
  const fieldFilter = { field: { fieldPath: 'n' }, op: 'EQUAL', value: { integerValue: '3' } }
  const structuredQuery = { from: [{ collectionId: 'large' }], where: { fieldFilter } }
  const addTarget = { targetId: 1, query: { parent: `${DATABASE}/documents`, structuredQuery }, readTime }
  const longest = await server.longestRound(async () => {
    const sid = await peer.open(LISTEN_PATH, [{ database: DATABASE, addTarget }])
    await expect.poll(() => peer.fetch(LISTEN_PATH, sid)).toContain('CURRENT')
  })
  expect(longest).toBeLessThan(LONGEST_ROUND_MAX)
})
