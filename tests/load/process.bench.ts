/** How soon `hearth dev` answers, and what an idle server holds. */
import { readFile } from 'node:fs/promises'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'
import { report } from './report.ts'

const runs = 5

async function firstAnswerMs(): Promise<number> {
  const startedAt = performance.now()
  await using server = await SpawnedServer.start({ mode: 'dev' })
  await (await fetch(`${server.origin}/readyz`)).text()
  return performance.now() - startedAt
}

/** Resident memory of a process; undefined where the system does not tell. */
async function residentMiB(pid: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
  return kib === undefined ? undefined : Number(kib) / 1024
}

const times: number[] = []
for (let run = 0; run < runs; run++) times.push(await firstAnswerMs())
times.sort((a, b) => a - b)
report({ name: 'hearth dev: start to first answer (median)', unit: 'ms', measured: times[runs >> 1] ?? 0, goal: 700 })

await using server = await SpawnedServer.start()
await (await fetch(`${server.origin}/readyz`)).text()
const memory = await residentMiB(server.pid)
if (memory !== undefined) report({ name: 'hearth start: idle memory', unit: 'MiB', measured: memory, goal: 150 })
