/** Commits that delete documents with the longest names, next to the same with short ones; and how long another project's writes wait for them. */
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'
import { report } from './report.ts'

const documents = 300
const rounds = 3
/** Nearly the 6 KiB that a name may have, most of the last id alike. */
const longest = `${'a'.repeat(1490)}/${'b'.repeat(1490)}/${'c'.repeat(1490)}/${'d'.repeat(1400)}`

await using server = await SpawnedServer.start({ mode: 'dev' })
const short = await measureDeletions('orders/')
const long = await measureDeletions(longest)
report({ name: 'deletions, 300 a commit, 6 KB names', unit: '/s', measured: long.rate, floor: short.rate, goal: 0.02 })
report({ name: 'writes of another project beside them', unit: 'ms', measured: long.waitedMs, goal: 1_000 })

/** Deletions a second of the fastest round, and the longest that a write of another project took beside any of them. */
async function measureDeletions(prefix: string): Promise<{ rate: number; waitedMs: number }> {
  const root = documentsOf('demo-app')
  const names = Array.from({ length: documents }, (_, index) => `${root}/${prefix}${index}`)
  const puts = names.map((name) => ({ update: { name, fields: {} } }))
  const deletes = names.map((name) => ({ delete: name }))
  let fastestMs = Infinity
  let waitedMs = 0
  for (let round = 0; round < rounds; round += 1) {
    await commit(root, puts)
    const deletion = { isGoingOn: true }
    const deleted = commit(root, deletes).finally(() => {
      deletion.isGoingOn = false
    })
    while (deletion.isGoingOn) waitedMs = Math.max(waitedMs, await writeBeside())
    fastestMs = Math.min(fastestMs, await deleted)
  }
  return { rate: documents / (fastestMs / 1_000), waitedMs }
}

function writeBeside(): Promise<number> {
  const root = documentsOf('demo-other')
  return commit(root, [{ update: { name: `${root}/notes/one`, fields: {} } }])
}

function documentsOf(project: string): string {
  return `projects/${project}/databases/(default)/documents`
}

/** Milliseconds until it is answered. */
async function commit(root: string, writes: readonly object[]): Promise<number> {
  const sentAt = performance.now()
  const answer = await fetch(`${server.origin}/v1/${root}:commit`, { method: 'POST', body: JSON.stringify({ writes }) })
  if (!answer.ok) throw new Error(`The commit was answered with ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
  return performance.now() - sentAt
}
