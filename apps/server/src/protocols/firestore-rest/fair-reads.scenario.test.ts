import { once } from 'node:events'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'

const DATABASE = 'projects/demo-app/databases/(default)'
/** So many that the work of the many is long beside the way of one request through a busy process. */
const DOCUMENTS = 4800
const QUERIES_OF_MANY = 40
const RULES = `rules_version = '2'; service cloud.firestore { match /databases/{d}/documents/{path=**} { allow read; } }`
const owner = { authorization: 'Bearer owner', 'content-type': 'application/json' }

async function ask(address: string, body: unknown, method = 'POST'): Promise<void> {
  const answer = await fetch(address, { method, headers: owner, body: JSON.stringify(body) })
  expect(await answer.text()).not.toContain('error')
}

interface Read {
  readonly sent: Promise<unknown>
  readonly text: Promise<string>
}

/** A visitor's query that reads all documents and answers in one line: it has the event loop in its turns alone, and no index makes it short. */
function readAll(port: number, localAddress: string): Read {
  const structuredAggregationQuery = {
    structuredQuery: {
      from: [{ collectionId: 'rows' }],
      where: { fieldFilter: { field: { fieldPath: 'n' }, op: 'NOT_EQUAL', value: { integerValue: '-1' } } },
    },
    aggregations: [{ alias: 'mean', avg: { field: { fieldPath: 'm' } } }],
  }
  const path = `/v1/${DATABASE}/documents:runAggregationQuery`
  const headers = { 'content-type': 'application/json' }
  const asked = request({ port, host: '127.0.0.1', localAddress, method: 'POST', path, headers, agent: false })
  const text = new Promise<string>((resolve, reject) => {
    asked.on('error', reject)
    asked.on('response', (response) => {
      let answer = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk))
      response.on('end', () => resolve(answer))
    })
  })
  const sent = once(asked, 'finish')
  asked.end(JSON.stringify({ structuredAggregationQuery }))
  return { sent, text }
}

test('a query waits for one page of each other client at a time, however many queries another has', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const { origin, port } = server
  await ask(`${origin}/emulator/v1/projects/demo-app:securityRules`, { rules: { files: [{ content: RULES }] } }, 'PUT')
  const writes = Array.from({ length: DOCUMENTS }, (_, i) => ({
    update: {
      name: `${DATABASE}/documents/rows/${i}`,
      fields: { n: { integerValue: String(i % 7) }, m: { integerValue: String((i * 7) % 1193) } },
    },
  }))
  await ask(`${origin}/v1/${DATABASE}/documents:commit`, { writes })
  expect(await readAll(port, '127.0.0.2').text).toContain('mean')

  let answered = 0
  const reads = Array.from({ length: QUERIES_OF_MANY }, () => readAll(port, '127.0.0.1'))
  const many = reads.map(async ({ text }) => {
    const answer = await text
    answered++
    return answer
  })
  // The many have come before, and none of them is near its end: all of them end at about the same time.
  await Promise.all(reads.map(({ sent }) => sent))
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  const begun = answered
  const text = await readAll(port, '127.0.0.2').text
  const meanwhile = answered - begun
  expect(text).toContain('mean')
  for (const one of await Promise.all(many)) expect(one).toContain('mean')
  expect(meanwhile).toBeLessThan(QUERIES_OF_MANY / 4)
})
