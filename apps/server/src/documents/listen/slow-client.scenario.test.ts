import type { Document } from '@hearth/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { by, DocumentsWorld, query, set } from '../../testing/documents-world.ts'
import type { ListenEvent, ListenSession, Target } from '../documents.ts'

const ids = Array.from({ length: 24 }, (_, n) => `c/${n}`)
/** Some twenty changes are more than is kept for a client, and half of the documents are a large result. */
const TEXT = 'x'.repeat(400_000)

const targets: readonly Target['what'][] = [
  { kind: 'query', query: query('c') },
  {
    kind: 'query',
    query: query('c', { filter: { kind: 'field', field: ['n'], op: '>', value: { kind: 'integer', value: 10n } } }),
  },
  { kind: 'query', query: query('c', { orderBy: [by('n')], limit: 6 }) },
  { kind: 'documents', paths: ids.slice(0, 12) },
]

/** Takes some events and then waits until it is asked to go on. It knows what the protocol promises: for each target its documents. */
class SlowClient {
  readonly #views = targets.map(() => new Map<string, number>())
  readonly #session: ListenSession
  #takes = 1

  constructor({ documents, caller, at }: DocumentsWorld) {
    this.#session = documents.listen(caller, at, (event) => {
      this.#take(event)
      if (--this.#takes <= 0) this.#session.pause()
    })
  }

  /** For each target the names and versions of its documents. */
  get views(): string {
    return JSON.stringify(this.#views.map((view) => [...view].toSorted(([a], [b]) => (a < b ? -1 : 1))))
  }

  listen(targetId: number): void {
    const what = targets[targetId]
    if (what !== undefined) this.#session.addTarget({ targetId, what })
  }

  unlisten(targetId: number): void {
    this.#session.removeTarget(targetId)
  }

  goOn(takes: number): void {
    this.#takes = takes
    this.#session.resume()
  }

  close(): void {
    this.#session.close()
  }

  #take(event: ListenEvent): void {
    switch (event.kind) {
      case 'change':
        for (const id of event.targetIds) this.#views[id]?.set(event.document.path, event.document.updateTime)
        for (const id of event.removedTargetIds) this.#views[id]?.delete(event.document.path)
        break
      case 'delete':
      case 'remove':
        for (const id of event.removedTargetIds) this.#views[id]?.delete(event.path)
        break
      // A target that is asked for again replaces the one before.
      case 'added':
      case 'reset':
      case 'removed':
        this.#views[event.targetId]?.clear()
        break
      default:
        break
    }
  }
}

const targetId = fc.nat({ max: targets.length - 1 })
const path = fc.constantFrom(...ids)
const step = fc.oneof(
  { weight: 10, arbitrary: fc.record({ does: fc.constant('set' as const), path, n: fc.nat({ max: 20 }) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('delete' as const), path }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('go on' as const), takes: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('listen' as const), targetId }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('unlisten' as const), targetId }) },
)

test('a client that reads slowly, whatever is forgotten or sent piece by piece, ends with what queries find', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 120, maxLength: 160 }), async (steps) => {
    await using world = await DocumentsWorld.open()
    await world.commit(...ids.slice(0, 16).map((id, n) => set(id, { n, text: TEXT })))
    const client = new SlowClient(world)
    for (const id of targets.keys()) client.listen(id)
    for (const one of steps) {
      if (one.does === 'set') await world.set(one.path, { n: one.n, text: TEXT })
      else if (one.does === 'delete') await world.delete(one.path)
      else if (one.does === 'go on') client.goOn(one.takes)
      else if (one.does === 'listen') client.listen(one.targetId)
      else client.unlisten(one.targetId)
    }
    for (const id of targets.keys()) client.listen(id)
    const found = JSON.stringify(await Promise.all(targets.map((what) => read(world, what))))
    await expect
      .poll(
        () => {
          client.goOn(20)
          return client.views
        },
        { interval: 5, timeout: 20_000 },
      )
      .toBe(found)
    client.close()
  })
  await fc.assert(property, { numRuns: 2, endOnFailure: true })
}, 180_000)

async function read({ documents, caller, at }: DocumentsWorld, what: Target['what']): Promise<[string, number][]> {
  const found =
    what.kind === 'query'
      ? (await documents.query(caller, at, what.query)).documents
      : (await documents.get(caller, at, what.paths)).documents
  return found
    .filter((document): document is Document => document !== undefined)
    .map(({ path: name, updateTime }): [string, number] => [name, updateTime])
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}
