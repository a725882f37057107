import { expect, test } from 'vitest'
import { flagWords, runCommand } from '../../testing/run-command.ts'
import { TestServer } from '../../testing/test-server.ts'

const DOCUMENTS = 700
const shapes = Array.from({ length: 12 }, (_, i) => `f${i}`)
const DATABASE = 'projects/demo-app/databases/(default)'
const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' }

/** A server with documents whose fields are all the same but for `n`, and a clock of its own. */
class World implements AsyncDisposable {
  readonly clock = { aheadMs: 0, nowMs: () => Date.now() + this.clock.aheadMs }
  #server: TestServer | undefined

  async open(): Promise<this> {
    this.#server = await TestServer.start({ mode: 'dev', clock: this.clock })
    const writes = Array.from({ length: DOCUMENTS }, (_, n) => {
      const same = Object.fromEntries(shapes.map((name) => [name, { booleanValue: true }]))
      const fields = { ...same, n: { integerValue: String(n) } }
      return { update: { name: `${DATABASE}/documents/c/${n}`, fields } }
    })
    await this.#call(`${DATABASE}/documents:commit`, { writes: writes.slice(0, 400) })
    await this.#call(`${DATABASE}/documents:commit`, { writes: writes.slice(400) })
    return this
  }

  /** Asks for the first documents by a field and `n`, which an index over both answers at once. */
  async ask(field: string, { times, everyMs }: { times: number; everyMs: number }): Promise<void> {
    const orderBy = [field, 'n'].map((fieldPath) => ({ field: { fieldPath } }))
    const structuredQuery = { from: [{ collectionId: 'c' }], orderBy, limit: 3 }
    for (let i = 0; i < times; i++) {
      await this.#call(`${DATABASE}/documents:runQuery`, { structuredQuery })
      this.clock.aheadMs += everyMs
    }
  }

  /** The first field of each index, by its state. */
  async indexes(): Promise<Readonly<Record<string, readonly string[]>>> {
    const answer = (await this.#call(`${DATABASE}/collectionGroups/c/indexes`)) as {
      indexes?: { state: string; fields: { fieldPath: string }[] }[]
    }
    const byState = Object.groupBy(answer.indexes ?? [], ({ state }) => state)
    return Object.fromEntries(
      Object.entries(byState).map(([state, all = []]) => [
        state,
        all.map(({ fields }) => fields[0]?.fieldPath ?? '').sort(),
      ]),
    )
  }

  /** What `hearth indexes list` prints. */
  async list(): Promise<readonly string[]> {
    const flags = { project: 'demo-app', url: this.#server?.origin ?? '' }
    return (await runCommand(['indexes', 'list', ...flagWords(flags)])).printed
  }

  async #call(path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.#server?.origin}/v1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(JSON.stringify(answer))
    return answer
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server?.[Symbol.asyncDispose]()
  }
}

test('a burst of expensive queries is no reason for an index; the same over some time is', async () => {
  await using world = await new World().open()
  await world.ask('f0', { times: 8, everyMs: 0 })
  expect(await world.indexes()).toEqual({})
  await world.ask('f0', { times: 3, everyMs: 3_000 })
  await expect.poll(() => world.indexes(), { timeout: 30_000 }).toEqual({ READY: ['f0'] })
  expect(await world.list()).toEqual([
    expect.stringMatching(/^READY +COLLECTION +c: f0 ASCENDING, n ASCENDING, __name__ ASCENDING \(automatic\)$/),
  ])
})

test('ten indexes build themselves, and the one that is of no use makes room for one that is', async () => {
  await using world = await new World().open()
  const first = shapes.slice(0, 10)
  for (const field of first) await world.ask(field, { times: 3, everyMs: 3_000 })
  await expect.poll(async () => (await world.indexes())['READY'], { timeout: 30_000 }).toEqual(first)
  // Nobody knows yet which of them are good for something.
  await world.ask('f10', { times: 4, everyMs: 3_000 })
  expect(await world.indexes()).toEqual({ READY: first })
  world.clock.aheadMs += 15 * 60_000
  const useful = first.filter((field) => field !== 'f4')
  for (const field of useful) await world.ask(field, { times: 6, everyMs: 3_000 })
  await world.ask('f10', { times: 4, everyMs: 3_000 })
  await expect
    .poll(async () => (await world.indexes())['READY'], { timeout: 30_000 })
    .toEqual([...useful, 'f10'].sort())
  // What is new would save less than any of the others does.
  world.clock.aheadMs += 15 * 60_000
  for (const field of [...useful, 'f10']) await world.ask(field, { times: 8, everyMs: 3_000 })
  await world.ask('f11', { times: 4, everyMs: 3_000 })
  expect((await world.indexes())['READY']).toEqual([...useful, 'f10'].sort())
})
