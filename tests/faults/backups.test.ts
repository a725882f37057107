import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { BackupCalls } from '../../apps/server/src/testing/backup-calls.ts'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'

const project = 'demo-app'
const clients = 6
const root = `projects/${project}/databases/(default)/documents`

/** When a commit was sent and acknowledged, by the clock of this process; a commit without an answer may be there or not. */
interface Sent {
  readonly client: number
  readonly n: number
  readonly sentAt: number
  ackedAt: number | undefined
}

/** Clients that each write one commit after the other, and what they were told. */
class Ledger {
  readonly sent: Sent[] = []
  readonly #origin: () => string
  #isStopped = false
  #working: Promise<unknown> = Promise.resolve()

  constructor(origin: () => string) {
    this.#origin = origin
  }

  start(): void {
    this.#isStopped = false
    this.#working = Promise.all(Array.from({ length: clients }, (_, client) => this.#write(client)))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#working
  }

  async reach(acknowledged: number): Promise<void> {
    while (this.sent.filter(({ ackedAt }) => ackedAt !== undefined).length < acknowledged) await sleep(10)
  }

  async #write(client: number): Promise<void> {
    const last = this.sent.findLast((one) => one.client === client)?.n ?? 0
    for (let n = last + 1; !this.#isStopped; n++) {
      const one: Sent = { client, n, sentAt: performance.now(), ackedAt: undefined }
      this.sent.push(one)
      try {
        await commitPair(this.#origin(), client, n)
      } catch {
        // The server is gone: nobody knows of this commit.
        return
      }
      one.ackedAt = performance.now()
    }
  }
}

/** One commit of three writes: two documents that must always agree, and a new one whose number says that it is there. */
async function commitPair(origin: string, client: number, n: number): Promise<void> {
  const fields = { n: { integerValue: String(n) } }
  const writes = [`pairs/${client}-left`, `pairs/${client}-right`, `log/${client}-${n}`].map((path) => ({
    update: { name: `${root}/${path}`, fields },
  }))
  const address = `${origin}/v1/projects/${project}/databases/(default)/documents:commit`
  const response = await fetch(address, { method: 'POST', body: JSON.stringify({ writes }) })
  const text = await response.text()
  if (!response.ok) throw new Error(`commit answered ${response.status}: ${text}`)
}

/** How far each client's commits are there; throws where one is there by half, or a later one without an earlier. */
async function stateOf(origin: string): Promise<number[]> {
  const query = {
    structuredQuery: { from: [{ collectionId: 'log' }], select: { fields: [{ fieldPath: '__name__' }] } },
  }
  const address = `${origin}/v1/projects/${project}/databases/(default)/documents:runQuery`
  const answer = await fetch(address, { method: 'POST', body: JSON.stringify(query) })
  const found = (await answer.json()) as { document?: { name: string } }[]
  const names = new Set(found.flatMap(({ document }) => document?.name.split('/').at(-1) ?? []))
  const reached: number[] = []
  for (let client = 0; client < clients; client++) {
    const [left, right] = await Promise.all(
      ['left', 'right'].map((side) => numberAt(origin, `pairs/${client}-${side}`)),
    )
    expect(left, `the pair of client ${client} agrees`).toBe(right)
    const logged = Array.from({ length: left ?? 0 }, (_, at) => `${client}-${at + 1}`)
    expect(
      logged.filter((name) => !names.has(name)),
      `nothing is missing before ${client}-${left}`,
    ).toEqual([])
    reached.push(left ?? 0)
  }
  expect(names.size).toBe(reached.reduce((sum, n) => sum + n, 0))
  return reached
}

async function numberAt(origin: string, path: string): Promise<number> {
  const answer = await fetch(`${origin}/v1/${root}/${path}`)
  if (answer.status === 404) return 0
  const { fields } = (await answer.json()) as { fields: { n: { integerValue: string } } }
  return Number(fields.n.integerValue)
}

/** A state is one of a moment: what was acknowledged before anything in it was sent is in it as well. */
function expectCommitPoint(reached: readonly number[], sent: readonly Sent[]): void {
  const isIn = ({ client, n }: Sent): boolean => n <= (reached[client] ?? 0)
  const newest = Math.max(0, ...sent.filter(isIn).map(({ sentAt }) => sentAt))
  expect(sent.filter((one) => !isIn(one) && (one.ackedAt ?? Infinity) < newest)).toEqual([])
}

describe('backups', () => {
  it('made under writes are a commit point, and are what a restore brings back', async () => {
    await using server = await SpawnedServer.start({ mode: 'dev' })
    const calls = BackupCalls.ofDev(server.origin, project)
    const ledger = new Ledger(() => server.origin)
    ledger.start()
    await ledger.reach(200)
    const backups: string[] = []
    for (let made = 0; made < 3; made++) {
      const before = ledger.sent.filter(({ ackedAt }) => ackedAt !== undefined).length
      backups.push(await calls.make())
      await ledger.reach(before + 50)
    }
    await ledger.stop()
    const newest = await stateOf(server.origin)
    for (const backup of backups) {
      await calls.restore(backup)
      const reached = await stateOf(server.origin)
      expectCommitPoint(reached, ledger.sent)
      expect(reached.every((n, client) => n <= (newest[client] ?? 0))).toBe(true)
      expect(reached).not.toEqual(newest)
    }
    const before = (await calls.list()).backups.find(({ restored }) => restored === backups[0])
    await calls.restore(before?.id ?? '')
    expect(await stateOf(server.origin)).toEqual(newest)
  }, 180_000)

  it('of a server killed with SIGKILL while it makes or restores one: old ones are whole, and so is the project', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'hearth-backups-'))
    const start = (): Promise<SpawnedServer> => SpawnedServer.start({ mode: 'dev', dataFolder })
    const callsTo = ({ origin }: SpawnedServer): BackupCalls => BackupCalls.ofDev(origin, project)
    let server = await start()
    try {
      const load = new Ledger(() => server.origin)
      load.start()
      await load.reach(150)
      await load.stop()
      const earlier = await stateOf(server.origin)
      const kept = await callsTo(server).make()
      const restoredAt = performance.now()
      await callsTo(server).restore(kept)
      const restoreMs = performance.now() - restoredAt
      for (let kill = 0; kill < 8; kill++) {
        const ledger = new Ledger(() => server.origin)
        const before = await stateOf(server.origin)
        const restores = kill % 3 !== 0
        await commitPair(server.origin, 0, (before[0] ?? 0) + 1)
        const later = await stateOf(server.origin)
        if (restores) await callsTo(server).beginRestore(kept)
        else {
          ledger.sent.push(...later.map((n, client) => ({ client, n, sentAt: 0, ackedAt: 0 })))
          ledger.start()
          await callsTo(server).begin()
        }
        // Another moment each time: while threads start, in copies, around the rename, after it.
        await sleep((kill / 5) * restoreMs)
        await server.kill('SIGKILL')
        await ledger.stop()

        server = await start()
        const { backups } = await callsTo(server).list()
        expect(backups.map(({ id }) => id)).toContain(kept)
        const names = await readdir(join(dataFolder, 'backups', project))
        expect(names.toSorted()).toEqual(backups.map(({ id }) => id).toSorted())
        const now = await stateOf(server.origin)
        if (!restores) {
          expectCommitPoint(now, ledger.sent)
          continue
        }
        expect([later, earlier]).toContainEqual(now)
        // What was replaced is in no other place than its backup.
        if (now[0] === earlier[0]) expect(backups.some(({ restored }) => restored === kept)).toBe(true)
      }
      await callsTo(server).restore(kept)
      expect(await stateOf(server.origin)).toEqual(earlier)
    } finally {
      await server[Symbol.asyncDispose]()
      await rm(dataFolder, { recursive: true, force: true })
    }
  }, 240_000)
})
