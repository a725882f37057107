import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerJob } from '@hearth/api'
import { expect, it } from 'vitest'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'

const project = 'demo-app'
const root = `projects/${project}/databases/(default)/documents`
const documents = 6_000
const kills = 3

async function ask<Answer>({ origin }: SpawnedServer, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${origin}/hearth/v1/projects/${project}/jobs${path}`, {
    method,
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  expect([path, answer.ok]).toEqual([path, true])
  return (await answer.json()) as Answer
}

async function find(server: SpawnedServer, id: string): Promise<ServerJob> {
  return (await ask<{ job: ServerJob }>(server, 'GET', `/${id}`)).job
}

async function ids(server: SpawnedServer): Promise<string[]> {
  const answer = await fetch(`${server.origin}/v1/${root}:runQuery`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner' },
    body: JSON.stringify({
      structuredQuery: { from: [{ collectionId: 'c' }], select: { fields: [{ fieldPath: '__name__' }] } },
    }),
  })
  const rows = (await answer.json()) as { document?: { name: string } }[]
  return rows.flatMap(({ document }) => document?.name.slice(root.length + 3) ?? [])
}

it('an import goes on by itself after each kill, and leaves each document once', { timeout: 120_000 }, async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hearth-killed-jobs-'))
  const start = () => SpawnedServer.start({ mode: 'dev', dataFolder })
  try {
    let id = ''
    {
      await using server = await start()
      const order = { kind: 'import', collection: 'c', file: 'c.jsonl' }
      id = (await ask<{ job: ServerJob }>(server, 'POST', '', order)).job.id
      for (let from = 0; from < documents; from += 1_000) {
        const lines = Array.from({ length: 1_000 }, (_, n) => ({
          line: from + n + 1,
          path: `c/${from + n}`,
          fields: { n: { integerValue: `${from + n}` } },
          isNew: true,
        }))
        await ask(server, 'POST', `/${id}/lines`, { from, lines })
      }
      await ask(server, 'POST', `/${id}/begin`)
      await expect.poll(async () => (await find(server, id)).done, { interval: 5 }).toBeGreaterThan(0)
      await server.kill('SIGKILL')
    }
    for (let kill = 1; kill < kills; kill += 1) {
      await using server = await start()
      const { done } = await find(server, id)
      const isFurther = async () => {
        const job = await find(server, id)
        return job.done > done || job.endedAt !== null
      }
      await expect.poll(isFurther, { interval: 5 }).toBe(true)
      await server.kill('SIGKILL')
    }
    await using server = await start()
    await expect.poll(async () => (await find(server, id)).status, { timeout: 60_000 }).toBe('done')
    expect(await find(server, id)).toMatchObject({ done: documents, kept: 0, inDoubt: 0, failures: 0 })
    expect((await ids(server)).map(Number).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: documents }, (_, n) => n),
    )
  } finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
})
