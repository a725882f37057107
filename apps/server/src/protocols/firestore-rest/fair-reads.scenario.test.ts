import { request } from 'node:http'
import { expect, test } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'

const DATABASE = 'projects/demo-app/databases/(default)'
const DOCUMENTS = 1200
const QUERIES_OF_MANY = 40
const RULES = `rules_version = '2'; service cloud.firestore { match /databases/{d}/documents/{path=**} { allow read; } }`
const owner = { authorization: 'Bearer owner', 'content-type': 'application/json' }

async function ask(address: string, body: unknown, method = 'POST'): Promise<void> {
  const answer = await fetch(address, { method, headers: owner, body: JSON.stringify(body) })
  expect(await answer.text()).not.toContain('error')
}

/** A visitor's query that reads all documents, in an order that no index has. */
function readAll(port: number, localAddress: string): Promise<string> {
  const structuredQuery = {
    from: [{ collectionId: 'rows' }],
    select: { fields: [{ fieldPath: 'n' }] },
    where: { fieldFilter: { field: { fieldPath: 'n' }, op: 'NOT_EQUAL', value: { integerValue: '-1' } } },
    orderBy: [{ field: { fieldPath: 'n' } }, { field: { fieldPath: 'm' } }],
  }
  return new Promise((resolve, reject) => {
    const path = `/v1/${DATABASE}/documents:runQuery`
    const headers = { 'content-type': 'application/json' }
    const sent = request({ port, host: '127.0.0.1', localAddress, method: 'POST', path, headers, agent: false })
    sent.on('error', reject)
    sent.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve(text))
    })
    sent.end(JSON.stringify({ structuredQuery }))
  })
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
  expect(await readAll(port, '127.0.0.2')).toContain('/rows/')

  let answered = 0
  const many = Array.from({ length: QUERIES_OF_MANY }, async () => {
    const text = await readAll(port, '127.0.0.1')
    answered++
    return text
  })
  // The many have come before.
  await Promise.race(many)
  const begun = answered
  const text = await readAll(port, '127.0.0.2')
  const meanwhile = answered - begun
  expect(text).toContain('/rows/')
  for (const one of await Promise.all(many)) expect(one).toContain('/rows/')
  expect(meanwhile).toBeLessThan(QUERIES_OF_MANY / 2)
})
