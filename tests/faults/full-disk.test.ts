import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'

const documents = '/v1/projects/demo-app/databases/(default)/documents/things'
const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' }
const body = JSON.stringify({ fields: { text: { stringValue: 'x'.repeat(20_000) } } })

/** Writes documents one after the other until one is refused; the ids of those that were acknowledged, and the refusal. */
async function writeUntilRefused(server: SpawnedServer): Promise<{ written: string[]; refusal: Response }> {
  const written: string[] = []
  for (let count = 0; count < 1_000; count++) {
    const response = await fetch(`${server.origin}${documents}/d${count}`, { method: 'PATCH', headers, body })
    if (response.status !== 200) return { written, refusal: response }
    await response.arrayBuffer()
    written.push(`d${count}`)
  }
  throw new Error('The disk never filled')
}

test('on a full disk the server refuses, ends with 3, and has kept everything it acknowledged', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hearth-full-'))
  try {
    await using full = await SpawnedServer.start({ mode: 'dev', dataFolder, fileKibibytesMax: 1_000 })
    const { written, refusal } = await writeUntilRefused(full)
    expect(refusal.status).toBe(503)
    expect(await refusal.text()).toContain('OUTCOME_UNKNOWN')
    expect(written.length).toBeGreaterThan(5)

    const end = await full.ended
    expect(end).toMatchObject({ code: 3, signal: null })
    expect(end.stderr).toContain('hearth: Hearth stops: its data folder could not be written')

    await using again = await SpawnedServer.start({ mode: 'dev', dataFolder })
    for (const id of written) {
      const response = await fetch(`${again.origin}${documents}/${id}`, { headers })
      expect(response.status, id).toBe(200)
      await response.arrayBuffer()
    }
    const next = await fetch(`${again.origin}${documents}/next`, { method: 'PATCH', headers, body })
    expect(next.status).toBe(200)
  } finally {
    await rm(dataFolder, { recursive: true })
  }
})
