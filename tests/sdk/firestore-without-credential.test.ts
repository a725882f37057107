import { Firestore } from '@google-cloud/firestore'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { flagWords, runCommand } from '../../apps/server/src/testing/run-command.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

it('a server library over gRPC without TLS is told how it signs', async () => {
  await using server = await TestServer.start({ mode: 'start' })
  // What the library sends where it has no credential for a call is what it sends to an emulator.
  process.env['FIRESTORE_EMULATOR_HOST'] = `127.0.0.1:${server.port}`
  const db = new Firestore({ projectId: 'demo-app' })
  delete process.env['FIRESTORE_EMULATOR_HOST']
  await expect(db.doc('a/b').get()).rejects.toMatchObject({
    code: 16,
    message: expect.stringMatching(/a service key.*preferRest: true/s) as string,
  })
  await db.terminate()
})

it('a server library is told that there are no pipelines', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  process.env['FIRESTORE_EMULATOR_HOST'] = `127.0.0.1:${server.port}`
  const db = new Firestore({ projectId: 'demo-app' })
  delete process.env['FIRESTORE_EMULATOR_HOST']
  await expect(db.pipeline().collection('a').execute()).rejects.toMatchObject({
    code: 12,
    message: expect.stringContaining('Pipelines are not supported: use a query.') as string,
  })
  await db.terminate()
})

it('a command without a key is told to name one', async () => {
  await using server = await TestServer.start({ mode: 'start' })
  const folder = await mkdtemp(join(tmpdir(), 'hearth-no-key-'))
  const flags = { project: 'demo-app', url: server.origin }
  const { status, told } = await runCommand(['documents', 'export', join(folder, 'all.jsonl'), ...flagWords(flags)])
  expect(status).toBe(1)
  expect(told).toEqual([expect.stringContaining('name the file of a service key of the project with --key')])
  await rm(folder, { recursive: true })
})
