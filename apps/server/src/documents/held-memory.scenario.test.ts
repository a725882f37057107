import type { Query, Value } from '@hearth/model'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { MemoryBudget, type MemoryLease } from '../http/memory-budget.ts'
import type { Target } from './documents.ts'
import { by, DocumentsWorld, query, set } from '../testing/documents-world.ts'
import { ListenClient } from '../testing/listen-client.ts'

const MIB = 1024 * 1024
const tooMuchHeld = expect.objectContaining({ code: 'resource-exhausted', reason: 'TOO_MUCH_HELD' }) as Error

/** The documents service, and a budget that its callers have shares of. */
async function open(options: Parameters<typeof DocumentsWorld.open>[0] & { bytesMax?: number } = {}) {
  const world = await DocumentsWorld.open(options)
  const budget = new MemoryBudget({ bytesMax: options.bytesMax ?? 16 * MIB })
  /** Runs a request of an address, which gives back what it holds when it is over. */
  async function request<T>(address: string, work: (memory: MemoryLease) => Promise<T>): Promise<T> {
    const memory = budget.lease(address)
    try {
      return await work(memory)
    } finally {
      memory.release()
    }
  }
  return Object.assign(world, { budget, request })
}

/** Documents that no index has in the order of `rank`, of so many bytes each. */
async function writeUnsorted(world: DocumentsWorld, count: number, bytes: number): Promise<void> {
  for (let start = 0; start < count; start += 10) {
    const some = Array.from({ length: Math.min(10, count - start) }, (_, i) => start + i)
    const text = 'x'.repeat(bytes)
    await world.commit(...some.map((n) => set(`c/${n}`, { group: 'a', rank: (n * 7) % count, text })))
  }
}

const unsorted: Query = query('c', {
  filter: { kind: 'field', field: ['group'], op: '==', value: { kind: 'string', value: 'a' } },
  orderBy: [by('rank')],
})

test('a sort that is too large for the share of its address is refused, and other addresses are answered', async () => {
  await using world = await open()
  const { documents, caller, at, budget, request } = world
  await writeUnsorted(world, 60, 200_000)
  const seen: number[] = []
  const sort = (address: string, asked: Query) =>
    request(address, async (memory) => {
      await documents.streamQuery(caller, at, asked, ({ documents: { length } }) => void seen.push(length), { memory })
    })
  await expect(sort('10.0.0.1', unsorted)).rejects.toThrow(tooMuchHeld)
  expect([seen, budget.heldBytes]).toEqual([[], 0])
  // Of the first ones only those are held.
  await sort('10.0.0.1', { ...unsorted, limit: 2 })
  expect([seen, budget.heldBytes]).toEqual([[2], 0])
  const loud = budget.lease('10.0.0.1')
  loud.take(10 * MIB)
  await expect(sort('10.0.0.1', { ...unsorted, limit: 2 })).rejects.toThrow(tooMuchHeld)
  await sort('10.0.0.2', query('c', { limit: 1 }))
  loud.release()
  expect([budget.heldBytes, world.ownMemory.heldBytes]).toEqual([0, 0])
})

test('an aggregation in any order holds nothing but the page that it reads', async () => {
  await using world = await open()
  const { documents, caller, at, budget, request } = world
  await writeUnsorted(world, 60, 200_000)
  const aggregate = (asked: Query) =>
    request('10.0.0.1', async (memory) => {
      const aggregations = [{ kind: 'sum', alias: 'sum', field: ['rank'] }] as const
      return (await documents.aggregate(caller, at, asked, aggregations, { memory })).values.get('sum')
    })
  const either: Query = {
    ...unsorted,
    filter: {
      kind: 'field',
      field: ['group'],
      op: 'in',
      value: { kind: 'array', values: ['a', 'a', 'b'].map((value) => ({ kind: 'string', value })) },
    },
  }
  expect(await aggregate(unsorted)).toEqual({ kind: 'integer', value: 1770n })
  expect(await aggregate(either)).toEqual({ kind: 'integer', value: 1770n })
  expect(await aggregate({ ...unsorted, limit: 3 })).toEqual({ kind: 'integer', value: 3n })
  expect(budget.heldBytes).toBe(0)
})

test('whoever passes several conditions is aggregated once', async () => {
  await using world = await open()
  const { documents, caller, at } = world
  await world.commit(
    set('c/a', { tags: ['x', 'y'], n: 1 }),
    set('c/b', { tags: ['y', 'z'], n: 2 }),
    set('c/c', { n: 4 }),
  )
  const values = ['x', 'y', 'z'].map((value) => ({ kind: 'string' as const, value }))
  const filter = { kind: 'field', field: ['tags'], op: 'array-contains-any', value: { kind: 'array', values } } as const
  for (const orderBy of [[], [by('n')], [by('n', 'descending')]]) {
    const { values: answer } = await documents.aggregate(caller, at, query('c', { filter, orderBy }), [
      { kind: 'sum', alias: 'sum', field: ['n'] },
      { kind: 'count', alias: 'count' },
    ])
    expect([answer.get('sum'), answer.get('count')]).toEqual([
      { kind: 'integer', value: 3n },
      { kind: 'integer', value: 2n },
    ])
  }
})

test('what a transaction has read counts until it ends, its queries with their operands', async () => {
  await using world = await open()
  const { documents, caller, at, budget, request } = world
  const begin = () =>
    request('10.0.0.1', (memory) => documents.beginTransaction(caller, at, { readOnly: false, memory }))
  const value = { kind: 'string', value: 'x'.repeat(MIB / 2) } as const
  const large = query('c', { filter: { kind: 'field', field: ['text'], op: '==', value } })
  const ask = (transaction: string) =>
    request('10.0.0.1', (memory) => documents.query(caller, at, large, { transaction, memory }))
  const first = await begin()
  await ask(first)
  expect(budget.heldBytes).toBeGreaterThan(MIB / 2)
  expect(budget.heldBytes).toBeLessThan(MIB)
  const askOn = async (): Promise<void> => {
    for (let round = 0; round < 40; round++) await ask(first)
  }
  await expect(askOn()).rejects.toThrow(tooMuchHeld)
  expect(budget.heldBytes).toBeGreaterThan(9 * MIB)
  await documents.rollback(caller, at, first)
  expect(budget.heldBytes).toBe(0)

  const second = await begin()
  const names = Array.from({ length: 2_000 }, (_, n) => `c/${n}-${'x'.repeat(1_000)}`)
  await request('10.0.0.1', async (memory) => await documents.get(caller, at, names, { transaction: second, memory }))
  expect(budget.heldBytes).toBeGreaterThan(4 * MIB)
  await documents.commit(caller, at, [set('d/1', {})], { transaction: second })
  expect([budget.heldBytes, world.ownMemory.heldBytes]).toEqual([0, 0])
})

test('a transaction that nobody comes back to ends by itself', async () => {
  let now = Date.now()
  await using world = await open({ clock: { nowMs: () => now } })
  const { documents, caller, at, budget, request } = world
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await request('10.0.0.1', (memory) => documents.beginTransaction(caller, at, { readOnly: false, memory }))
    vi.advanceTimersByTime(5_000)
    expect(budget.heldBytes).toBeGreaterThan(0)
    now += 60_000
    vi.advanceTimersByTime(5_000)
    expect([budget.heldBytes, vi.getTimerCount()]).toEqual([0, 0])
  } finally {
    vi.useRealTimers()
  }
})

test('what is held of a window counts once, for one of those who listen', async () => {
  await using world = await open()
  const { budget } = world
  await writeUnsorted(world, 12, 200_000)
  const asked = query('c', { limit: 10 })
  const clients = ['10.0.0.1', '10.0.0.2'].map((address) => {
    const memory = budget.lease(address)
    return { memory, client: new ListenClient(world.documents, world.caller, world.at, memory) }
  })
  for (const [index, { client }] of clients.entries()) {
    client.add({ targetId: index + 1, what: { kind: 'query', query: asked } })
    await client.current(index + 1)
  }
  expect(budget.heldBytes).toBeGreaterThan(2 * MIB)
  expect(budget.heldBytes).toBeLessThan(3 * MIB)
  const [one, other] = clients
  one?.client.session.close()
  await expect.poll(() => one?.memory.heldBytes).toBe(0)
  expect(other?.memory.heldBytes).toBeGreaterThan(2 * MIB)
  other?.client.session.close()
  expect([budget.heldBytes, world.ownMemory.heldBytes]).toEqual([0, 0])
})

test('a window for which there is no room is not listened to, nor one that grows beyond it', async () => {
  await using world = await open({ bytesMax: 4 * MIB })
  const { documents, caller, at, budget } = world
  await writeUnsorted(world, 20, 200_000)
  const memory = budget.lease('10.0.0.1')
  const client = new ListenClient(documents, caller, at, memory)
  client.add({ targetId: 1, what: { kind: 'query', query: query('c', { limit: 15 }) } })
  expect(await client.removed(1)).toEqual(tooMuchHeld)
  client.add({ targetId: 2, what: { kind: 'query', query: query('d', { limit: 15 }) } })
  client.add({ targetId: 3, what: { kind: 'query', query: query('c', { limit: 1 }) } })
  await client.current(2, 3)
  await writeUnsorted(world, 20, 200_000)
  for (let n = 0; n < 15; n++) await world.set(`d/${n}`, { text: 'x'.repeat(200_000) })
  expect(await client.removed(2)).toEqual(tooMuchHeld)
  await world.set('c/0', { text: 'small' })
  await client.until(({ results }) => results.get(3)?.get('c/0')?.json.includes('small') === true)
  client.session.close()
  expect([budget.heldBytes, world.ownMemory.heldBytes]).toEqual([0, 0])
})

test('what a target asks for counts from its request on, and for as long as it is there', async () => {
  await using world = await open()
  const memory = world.budget.lease('10.0.0.1')
  const client = new ListenClient(world.documents, world.caller, world.at, memory)
  const text: Value = { kind: 'string', value: 'x'.repeat(MIB / 2) }
  const map: Value = { kind: 'map', fields: new Map() }
  const maps: Value = { kind: 'array', values: Array.from({ length: 5_000 }, () => map) }
  const asked = [text, maps].map((value) => query('c', { filter: { kind: 'field', field: ['text'], op: '==', value } }))
  const names = Array.from({ length: 1_000 }, (_, n) => `c/${n}`)
  const targets: Target['what'][] = [
    ...asked.map((one) => ({ kind: 'query', query: one }) as const),
    { kind: 'documents', paths: names },
  ]
  for (const [targetId, what] of targets.entries()) {
    client.add({ targetId, what })
    expect(memory.heldBytes).toBeGreaterThan(MIB / 2)
    await client.current(targetId)
    client.session.removeTarget(targetId)
    await expect.poll(() => memory.heldBytes).toBe(0)
  }
  for (let targetId = 10; targetId < 25; targetId++) client.add({ targetId, what: { kind: 'documents', paths: names } })
  expect(await client.removed(24)).toMatchObject({ code: 'resource-exhausted', reason: 'TARGETS_TOO_LARGE' })
  expect(memory.heldBytes).toBeLessThan(9 * MIB)
  await client.current(10)
  client.session.close()
  await expect.poll(() => memory.heldBytes).toBe(0)
})

test('nothing is held when everything has ended, whatever became of it', async () => {
  await using world = await open({ bytesMax: 8 * MIB })
  const { documents, caller, at, budget } = world
  await writeUnsorted(world, 30, 100_000)
  const work: Readonly<Record<string, (memory: MemoryLease, isGone: () => Promise<void>) => Promise<unknown>>> = {
    stream: async (memory, isGone) => await documents.streamQuery(caller, at, unsorted, isGone, { memory }),
    whole: (memory) => documents.query(caller, at, unsorted, { memory }),
    first: (memory) => documents.query(caller, at, { ...unsorted, limit: 3 }, { memory }),
    list: (memory) =>
      documents.listDocuments(caller, at, { parent: '', collectionId: 'c', pageSize: 20, showMissing: false, memory }),
    async transaction(memory) {
      const transaction = await documents.beginTransaction(caller, at, { readOnly: false, memory })
      try {
        await documents.query(caller, at, { ...unsorted, limit: 2 }, { transaction, memory })
        await documents.commit(caller, at, [set('e/1', {})], { transaction })
      } finally {
        await documents.rollback(caller, at, transaction)
      }
    },
    async listen(memory, isGone) {
      const client = new ListenClient(documents, caller, at, memory)
      client.add({ targetId: 1, what: { kind: 'query', query: query('c', { limit: 20, orderBy: [by('rank')] }) } })
      client.add({ targetId: 2, what: { kind: 'query', query: unsorted } })
      for (const id of [1, 2]) await Promise.race([client.current(id), client.removed(id)])
      await isGone()
      client.session.close()
    },
  }
  const request = fc.record({ kind: fc.constantFrom(...Object.keys(work)), n: fc.nat(3), leavesEarly: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 12 }), async (requests) => {
      await Promise.all(
        requests.map(async ({ kind, n, leavesEarly }) => {
          const memory = budget.lease(`10.0.0.${n}`)
          const isGone = async (): Promise<void> => {
            if (leavesEarly) memory.release()
          }
          await work[kind]?.(memory, isGone).catch((error: unknown) => {
            expect(error).toMatchObject({ reason: expect.stringMatching(/TOO_MUCH_HELD|CLIENT_GONE/) as string })
          })
          memory.release()
        }),
      )
      expect([budget.heldBytes, world.ownMemory.heldBytes]).toEqual([0, 0])
    }),
    { numRuns: 20 },
  )
})
