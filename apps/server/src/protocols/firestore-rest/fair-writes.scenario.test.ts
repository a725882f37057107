import { request } from 'node:http'
import { expect, test } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'

const FOLDER = 'projects/demo-app/databases/(default)/documents'
const LARGE_DOCUMENTS = 48
const RULES = `rules_version = '2'; service cloud.firestore { match /databases/{d}/documents/{path=**} { allow write; } }`

type Fields = Readonly<Record<string, { stringValue: string } | { integerValue: string }>>

/** A visitor changes some fields of a document. */
function write(port: number, localAddress: string, path: string, fields: Fields): Promise<number> {
  return new Promise((resolve, reject) => {
    const update = { name: `${FOLDER}/${path}`, fields }
    const body = JSON.stringify({ writes: [{ update, updateMask: { fieldPaths: Object.keys(fields) } }] })
    const headers = { 'content-type': 'application/json' }
    const target = { port, host: '127.0.0.1', localAddress, method: 'POST', path: `/v1/${FOLDER}:commit` }
    const sent = request({ ...target, headers, agent: false })
    sent.on('error', reject)
    sent.on('response', (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.end(body)
  })
}

/** A visitor at 127.0.0.1 changes a field of each of its large documents at once; returns how many of these were answered before `other`. */
async function countBefore(port: number, other: () => Promise<number>): Promise<number> {
  let answered = 0
  const first = Promise.withResolvers<void>()
  const many = Array.from({ length: LARGE_DOCUMENTS }, async (_, i) => {
    const status = await write(port, '127.0.0.1', `own/${i}`, { n: { integerValue: String(i) } })
    answered++
    first.resolve()
    return status
  })
  await first.promise
  const [status, before] = [await other(), answered]
  expect(status).toBe(200)
  expect(await Promise.all(many)).toEqual(many.map(() => 200))
  return before
}

test('a write waits for a few large ones of another client, however many that one sends', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const { origin, port } = server
  await fetch(`${origin}/emulator/v1/projects/demo-app:securityRules`, {
    method: 'PUT',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ rules: { files: [{ content: RULES }] } }),
  })
  const text = { stringValue: 'x'.repeat(800_000) }
  for (let i = 0; i < LARGE_DOCUMENTS; i++) expect(await write(port, '127.0.0.1', `own/${i}`, { text })).toBe(200)
  const one = { integerValue: '1' }
  expect(await countBefore(port, () => write(port, '127.0.0.2', 'own/small', { one }))).toBeLessThan(
    (LARGE_DOCUMENTS * 3) / 4,
  )
})
