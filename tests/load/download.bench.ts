/** The download of a 64 MiB file, next to a bare stream from disk. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'
import { startBareServer } from './bare-server.ts'
import { report } from './report.ts'

const sizeBytes = 64 * 1024 * 1024
const rounds = 7

const folder = await mkdtemp(join(tmpdir(), 'hearth-bench-'))
try {
  const content = randomBytes(sizeBytes)
  const path = join(folder, 'content')
  await writeFile(path, content)
  await using server = await SpawnedServer.start({ mode: 'dev' })
  const objects = `${server.origin}/v0/b/demo-app.appspot.com/o`
  const stored = await fetch(`${objects}?name=film.bin`, { method: 'POST', body: content })
  if (!stored.ok) throw new Error(await stored.text())
  await using bare = await startBareServer({ kind: 'file', path, sizeBytes })

  const measured: number[] = []
  const floor: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    floor.push(await mibPerSecond(`http://127.0.0.1:${bare.port}/`))
    measured.push(await mibPerSecond(`${objects}/film.bin?alt=media`))
  }
  report({ name: 'download of 64 MiB', unit: 'MiB/s', measured: best(measured), floor: best(floor), goal: 0.8 })
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function mibPerSecond(url: string): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(url)
  let received = 0
  for await (const chunk of response.body ?? []) received += chunk.length
  if (received !== sizeBytes) throw new Error(`received ${received} bytes of ${sizeBytes}`)
  return 64 / ((performance.now() - startedAt) / 1_000)
}

/** Of repeated transfers the best says what the path can do; the others say what else the machine did. */
function best(figures: number[]): number {
  return Math.max(...figures)
}
