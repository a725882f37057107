import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { expect, test } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'

async function callIdentity(server: TestServer, path: string, body: object): Promise<Record<string, string>> {
  const isAdministration = path.startsWith('projects/')
  const headers = { 'content-type': 'application/json', ...(isAdministration && { authorization: 'Bearer owner' }) }
  const address = `${server.origin}/identitytoolkit.googleapis.com/v1/${path}?key=demo-app`
  return (await (await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as Record<
    string,
    string
  >
}

test('a write is refused whose user was disabled while its body was on the way', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const ada = { email: 'ada@example.com', password: 'correct horse' }
  const { localId, idToken = '' } = await callIdentity(server, 'accounts:signUp', ada)
  const path = '/v1/projects/demo-app/databases/(default)/documents/notes?documentId=one'
  const headers = { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' }
  const sent = request({ host: '127.0.0.1', port: server.port, method: 'POST', path, headers })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  sent.write('{"fields":')
  // By the answers to what came later its head was read and its token looked at.
  for (let round = 0; round < 3; round++) await fetch(`${server.origin}/healthz`)

  await callIdentity(server, 'projects/demo-app/accounts:update', { localId, disableUser: true })
  sent.end('{}}')

  const [answer] = await answered
  expect(answer.statusCode).toBe(401)
  answer.resume()
  const found = await fetch(`${server.origin}${path.split('?')[0]}/one`, { headers: { authorization: 'Bearer owner' } })
  expect(found.status).toBe(404)
})
