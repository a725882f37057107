import { expect, test } from 'vitest'
import { readJson } from '../../apps/server/src/protocols/firestore-codec/json-reader.ts'
import { ListenRequest } from '../../apps/server/src/protocols/firestore-codec/messages.ts'
import { writeProtobuf } from '../../apps/server/src/protocols/firestore-codec/protobuf-writer.ts'
import { encodeFrame } from '../../apps/server/src/protocols/firestore-grpc/frames.ts'
import { GrpcClient } from '../../apps/server/src/testing/grpc-client.ts'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'
import { database, expectAlive, GROWTH_BYTES_MAX, MIB, post, small, watchMemory } from './attacked-memory.ts'

test(
  'vector searches hold the names of what is near, however many are asked for at once',
  { timeout: 120_000 },
  async () => {
    await using server = await SpawnedServer.start(small)
    // All of them together are 12 MiB, and 60 searches held them 60 times.
    const count = 1_000
    const vector = {
      mapValue: {
        fields: {
          __type__: { stringValue: '__vector__' },
          value: { arrayValue: { values: [{ doubleValue: 1 }, { doubleValue: 2 }] } },
        },
      },
    }
    const fields = { v: vector, text: { stringValue: 'x'.repeat(12_000) } }
    const writes = Array.from({ length: count }, (_, n) => ({
      update: { name: `${database}/documents/near/${n}`, fields },
    }))
    for (let from = 0; from < count; from += 500) {
      expect(await post(server, 'commit', { writes: writes.slice(from, from + 500) })).toMatchObject({ status: 200 })
    }
    const memory = await watchMemory(server)
    const search = { vectorField: { fieldPath: 'v' }, queryVector: vector, distanceMeasure: 'EUCLIDEAN', limit: 1_000 }
    const query = { from: [{ collectionId: 'near' }], select: { fields: [{ fieldPath: 'v' }] }, findNearest: search }
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => post(server, 'runQuery', { structuredQuery: query })),
    )
    for (const { status, text } of answers) {
      if (status === 200) expect((JSON.parse(text) as unknown[]).length).toBe(count)
      else expect([status, text]).toEqual([429, expect.stringMatching(/TOO_MANY_SEARCHES|TOO_MUCH_HELD/)])
    }
    // Four go on and fifty of one key wait, at least.
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(54)
    // Kept as often as they are asked for they would be 720 MiB.
    expect(await memory.growth()).toBeLessThan(400 * MIB)
    await expectAlive(server)
  },
)

/**
 * Documents of 3.5 MiB in all that are 50 MiB when they are decoded, and a question about them that no index answers in its order: what they
 * are ordered by begins with more than a key of the index holds.
 */
async function writeUnsorted(server: SpawnedServer): Promise<void> {
  for (let batch = 0; batch < 4; batch++) {
    const writes = Array.from({ length: 25 }, (_, index) => {
      const rank = { integerValue: String((index * 7 + batch) % 25) }
      const values = [...Array.from({ length: 2_000 }, () => ({ mapValue: {} })), rank]
      const fields = { group: { stringValue: 'a' }, rank, list: { arrayValue: { values } } }
      return { update: { name: `${database}/documents/unsorted/${batch}-${index}`, fields } }
    })
    expect(await post(server, 'commit', { writes })).toMatchObject({ status: 200 })
  }
}

const unsorted = {
  from: [{ collectionId: 'unsorted' }],
  where: { fieldFilter: { field: { fieldPath: 'group' }, op: 'EQUAL', value: { stringValue: 'a' } } },
  orderBy: [{ field: { fieldPath: 'list' } }],
}

test(
  'queries that sort in memory hold no more than a share of it, and other addresses are answered meanwhile',
  { timeout: 120_000 },
  async () => {
    // All of them at once are 700 MiB, more than the process may have, where they are kept as they are decoded.
    await using server = await SpawnedServer.start(small)
    await writeUnsorted(server)
    const few = { ...unsorted, select: { fields: [{ fieldPath: 'rank' }] } }
    const asked = Array.from({ length: 14 }, () => post(server, 'runQuery', { structuredQuery: few }))
    for (let round = 0; round < 3; round++) {
      const { status, text } = await post(server, 'runQuery', { structuredQuery: { ...few, limit: 1 } }, '127.0.0.2')
      expect([status, text]).toEqual([200, expect.stringContaining('"rank"')])
    }
    const answers = await Promise.all(asked)
    for (const { status, text } of answers) {
      if (status === 200) expect((JSON.parse(text) as unknown[]).length).toBe(100)
      else expect([status, text]).toEqual([429, expect.stringContaining('TOO_MUCH_HELD')])
    }
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect((await post(server, 'runQuery', { structuredQuery: few })).status).toBe(200)
    await expectAlive(server)
  },
)

test('the windows of listeners hold no more than the text of what is in them', { timeout: 120_000 }, async () => {
  await using server = await SpawnedServer.start(small)
  await writeUnsorted(server)
  await using grpc = new GrpcClient(server.origin, { maxSessionMemory: 10_000 })
  const stream = grpc.open('Listen')
  const told = Promise.withResolvers<void>()
  let expected = 0
  let seen = 0
  stream.on('data', (chunk: Buffer) => {
    // A name that is cut in two is one less.
    seen += chunk.toString('latin1').split('/unsorted/').length - 1
    if (seen >= expected - 100) told.resolve()
  })
  stream.on('end', () => told.reject(new Error('the stream has ended')))
  for (let targetId = 1; targetId <= 12; targetId++) {
    const limit = 101 - targetId
    expected += limit
    const query = { parent: `${database}/documents`, structuredQuery: { ...unsorted, limit } }
    const request = readJson(ListenRequest, { database, addTarget: { targetId, query } })
    stream.write(encodeFrame(writeProtobuf(ListenRequest, request)))
  }
  await told.promise
  await expectAlive(server)
})

test('aggregations hold no documents, whatever order they are asked in', { timeout: 120_000 }, async () => {
  await using server = await SpawnedServer.start(small)
  await writeUnsorted(server)
  const aggregations = [{ alias: 'sum', sum: { field: { fieldPath: 'rank' } } }]
  const structuredAggregationQuery = { structuredQuery: unsorted, aggregations }
  const answers = await Promise.all(
    Array.from({ length: 14 }, () => post(server, 'runAggregationQuery', { structuredAggregationQuery })),
  )
  for (const { status, text } of answers) expect([status, text]).toEqual([200, expect.stringContaining('"1200"')])
  await expectAlive(server)
})

/** Documents that say little in many values, which take 25 MiB each when they are decoded. */
async function writeManyValues(server: SpawnedServer, count: number): Promise<string[]> {
  const values = Array.from({ length: 99_000 }, (_, index) =>
    index % 30 === 0 ? { integerValue: '1' } : { mapValue: {} },
  )
  const within = { mapValue: { fields: { x: { arrayValue: { values } } } } }
  const fields = { o: { integerValue: '1' }, a: { arrayValue: { values: [within] } } }
  const names = Array.from({ length: count }, (_, index) => `${database}/documents/maps/${index}`)
  for (const name of names) {
    expect(await post(server, 'commit', { writes: [{ update: { name, fields } }] })).toMatchObject({ status: 200 })
  }
  return names
}

test('documents of many small values are held as text, by reads and by commits', { timeout: 90_000 }, async () => {
  await using server = await SpawnedServer.start({ ...small, heapMebibytesMax: 320 })
  const names = await writeManyValues(server, 14)
  const memory = await watchMemory(server)
  const asked = { documents: names.slice(0, 8), mask: { fieldPaths: ['o'] } }
  const answers = await Promise.all(Array.from({ length: 5 }, () => post(server, 'batchGet', asked)))
  for (const { status, text } of answers) {
    if (status === 200) expect(text.match(/"integerValue": ?"1"/g)).toHaveLength(8)
    else expect([status, text]).toEqual([429, expect.stringContaining('TOO_MUCH_HELD')])
  }
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  // It would leave nothing changed: its last write is about a document that is not there.
  const updates = names.map((name) => ({
    update: { name, fields: { z: { integerValue: '1' } } },
    updateMask: { fieldPaths: ['z'] },
  }))
  const missing = { delete: `${database}/documents/maps/none`, currentDocument: { exists: true } }
  expect([400, 404, 429]).toContain((await post(server, 'commit', { writes: [...updates, missing] })).status)
  expect(await memory.growth()).toBeLessThan(GROWTH_BYTES_MAX)
  await expectAlive(server)
})

test('what commits change while a transaction is open is kept as text', { timeout: 90_000 }, async () => {
  await using server = await SpawnedServer.start({ ...small, heapMebibytesMax: 256 })
  const begun = await post(server, 'beginTransaction', { options: { readWrite: {} } })
  const { transaction } = JSON.parse(begun.text) as { transaction: string }
  const filter = { field: { fieldPath: 'o' }, op: 'EQUAL', value: { integerValue: '2' } }
  const structuredQuery = { from: [{ collectionId: 'maps' }], where: { fieldFilter: filter } }
  expect(await post(server, 'runQuery', { structuredQuery, transaction })).toMatchObject({ status: 200 })
  await writeManyValues(server, 10)
  await expectAlive(server)
  // It compares the query with all of them.
  const write = { update: { name: `${database}/documents/other/one`, fields: {} } }
  expect(await post(server, 'commit', { transaction, writes: [write] })).toMatchObject({ status: 200 })
  await expectAlive(server)
})
