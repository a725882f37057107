import { expect, test } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'

test('a transaction keeps nothing of reads that are refused', async () => {
  await using server = await TestServer.start()
  const documents = 'projects/nobodys-app/databases/(default)/documents'
  const call = (method: string, body: object) =>
    fetch(`${server.origin}/v1/${documents}:${method}`, { method: 'POST', body: JSON.stringify(body) })
  const begun = await call('beginTransaction', {})
  expect(begun.status).toBe(200)
  const { transaction } = (await begun.json()) as { transaction: string }
  // More in all than a transaction may read.
  for (let round = 0; round < 3; round++) {
    const names = Array.from({ length: 10_000 }, (_, index) => `${documents}/c/${round}-${index}`)
    expect((await call('batchGet', { documents: names, transaction })).status).toBe(403)
  }
})
