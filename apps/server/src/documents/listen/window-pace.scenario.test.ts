import { expect, test } from 'vitest'
import type { ProjectStore } from '../../persistence/persistence.ts'
import { by, DocumentsWorld, query, set, withReads } from '../../testing/documents-world.ts'
import { type ClientSnapshot, ListenClient } from '../../testing/listen-client.ts'

interface ReadGate {
  reading: PromiseWithResolvers<void>
  released: PromiseWithResolvers<void> | undefined
}

/** A world whose reads can be held up. */
class HeldWorld implements AsyncDisposable {
  readonly world: DocumentsWorld
  readonly #gate: ReadGate

  private constructor(world: DocumentsWorld, gate: ReadGate) {
    this.world = world
    this.#gate = gate
  }

  static async open(): Promise<HeldWorld> {
    const gate: ReadGate = { reading: Promise.withResolvers(), released: undefined }
    const wrapStore = (store: ProjectStore): ProjectStore =>
      withReads(store, (work) =>
        store.read(async (snapshot) => {
          if (gate.released !== undefined) gate.reading.resolve()
          await gate.released?.promise
          return await work(snapshot)
        }),
      )
    return new HeldWorld(await DocumentsWorld.open({ wrapStore }), gate)
  }

  /** Reads that begin from here on wait. */
  hold(): void {
    this.#gate.released = Promise.withResolvers()
    this.#gate.reading = Promise.withResolvers()
  }

  async isReading(): Promise<void> {
    await this.#gate.reading.promise
  }

  release(): void {
    this.#gate.released?.resolve()
    this.#gate.released = undefined
  }

  /** Lets the reads that wait go on, and holds those that come then. */
  step(): void {
    const before = this.#gate.released
    this.hold()
    before?.resolve()
  }

  client(): ListenClient {
    return new ListenClient(this.world.documents, this.world.caller, this.world.at)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.release()
    await this.world[Symbol.asyncDispose]()
  }
}

const pathsOf = (snapshot: ClientSnapshot, targetId: number) =>
  [...(snapshot.results.get(targetId)?.keys() ?? [])].sort()
const firstTwo = query('c', { orderBy: [by('n')], limit: 2 })
const remove = (path: string) => ({ kind: 'delete', path, precondition: { kind: 'none' } }) as const

test('a window that is read on keeps its own listeners waiting, and nobody else', async () => {
  await using held = await HeldWorld.open()
  const { world } = held
  await world.commit(...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => set(`c/${n}`, { n })), set('d/1', { n: 0 }))
  const waiting = held.client()
  waiting.add({ targetId: 1, what: { kind: 'query', query: firstTwo } })
  waiting.add({ targetId: 2, what: { kind: 'query', query: query('d') } })
  const others = [query('d'), query('c'), query('c', { orderBy: [by('n', 'descending')], limit: 2 })].map((asked) => {
    const client = held.client()
    client.add({ targetId: 1, what: { kind: 'query', query: asked } })
    return client
  })
  await waiting.current(1, 2)
  for (const other of others) await other.current(1)
  const told = waiting.snapshots.length

  held.hold()
  await world.commit(...[1, 2, 3, 4, 5].map((n) => remove(`c/${n}`)))
  await held.isReading()
  // What happens meanwhile is told to everybody else at once.
  await world.commit(set('d/1', { n: 1 }), remove('c/6'), set('c/99', { n: 99 }), set('c/0', { n: 6.5 }))
  await world.delete('c/0')
  const [ofD, ofC, last] = others as [ListenClient, ListenClient, ListenClient]
  await ofD.until((snapshot) => snapshot.results.get(1)?.get('d/1')?.json.includes('1') === true)
  await ofC.until((snapshot) => pathsOf(snapshot, 1).join() === 'c/7,c/8,c/9,c/99')
  await last.until((snapshot) => pathsOf(snapshot, 1).join() === 'c/9,c/99')
  expect(waiting.snapshots.length).toBe(told)

  held.release()
  const caughtUp = await waiting.until((snapshot) => pathsOf(snapshot, 1).join() === 'c/7,c/8')
  expect(caughtUp.results.get(2)?.get('d/1')?.json).toContain('1')
  // Nothing in between was told as if it were whole.
  expect(waiting.snapshots.length).toBe(told + 1)
  await world.delete('c/7')
  await waiting.until((snapshot) => pathsOf(snapshot, 1).join() === 'c/8,c/9')
})

test('who comes while a window is read, and who goes, is in the right', async () => {
  await using held = await HeldWorld.open()
  const { world } = held
  await world.commit(...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => set(`c/${n}`, { n })))
  const [first, second, third] = [held.client(), held.client(), held.client()]
  for (const client of [first, second]) client.add({ targetId: 1, what: { kind: 'query', query: firstTwo } })
  first.add({ targetId: 2, what: { kind: 'query', query: query('c', { orderBy: [by('n', 'descending')] }) } })
  await first.current(1, 2)
  await second.current(1)
  held.hold()
  await world.commit(...[1, 2, 3, 4, 5].map((n) => remove(`c/${n}`)))
  await held.isReading()
  third.add({ targetId: 1, what: { kind: 'query', query: firstTwo } })
  first.session.removeTarget(1)
  second.session.close()
  // It waits for nothing any more.
  await first.until((snapshot) => !snapshot.results.has(1) && pathsOf(snapshot, 2).join() === 'c/6,c/7,c/8,c/9')
  // So much goes on meanwhile that what is read is too little again.
  await world.commit(remove('c/6'), remove('c/7'), remove('c/8'))
  held.release()
  await third.until((snapshot) => pathsOf(snapshot, 1).join() === 'c/9')
  await world.set('c/1', { n: 1 })
  await third.until((snapshot) => pathsOf(snapshot, 1).join() === 'c/1,c/9')
})

test('a client that comes back to a window keeps nobody waiting while it is read what left the window', async () => {
  await using held = await HeldWorld.open()
  const { world } = held
  await world.commit(...[1, 2, 3, 4, 5, 6, 7].map((n) => set(`c/${n}`, { n })), set('d/1', { n: 0 }))
  const firstFive = query('c', { orderBy: [by('n')], limit: 5 })
  const first = held.client()
  first.add({ targetId: 1, what: { kind: 'query', query: firstFive } })
  const known = await first.current(1)
  first.session.close()
  const others = held.client()
  others.add({ targetId: 1, what: { kind: 'query', query: query('d') } })
  await others.current(1)
  await world.commit(remove('c/1'), set('c/2', { n: 12 }), set('c/3', { n: 13 }))

  held.hold()
  const back = held.client()
  const resume = { kind: 'token', token: known.resumeToken } as const
  const what = { kind: 'query', query: firstFive } as const
  back.addKnowing({ targetId: 1, what, resume }, known.results.get(1) ?? new Map())
  // What has left changes while it is read, and so does the window.
  const changes = [set('c/2', { n: 22 }), remove('c/3'), set('c/1', { n: 4.5 }), set('c/3', { n: 33 })]
  for (let n = 1; back.snapshots.length === 0; n++) {
    await Promise.race([held.isReading(), back.current(1)])
    const change = changes.shift()
    await world.commit(set('d/1', { n }), ...(change === undefined ? [] : [change]))
    await others.until((snapshot) => snapshot.results.get(1)?.get('d/1')?.json.includes(`"${n}"`) === true)
    held.step()
  }
  held.release()
  await world.commit(...changes)
  await back.until((snapshot) => pathsOf(snapshot, 1).join() === 'c/1,c/4,c/5,c/6,c/7')
})
