import fc from 'fast-check'
import { type Document, encodeFields, makeDocument, orderKeys } from '@hearth/model'
import { expect, test, vi } from 'vitest'
import { streamOfPages } from './document-stream.ts'
import { HeldDocuments } from './held-documents.ts'
import { mergeStreams } from './merge-streams.ts'
import type { ReadContext } from './read-context.ts'

const keyOf = orderKeys([
  { field: ['r'], direction: 'descending' },
  { field: ['__name__'], direction: 'ascending' },
])

function document(id: number): Document {
  const json = encodeFields(new Map([['r', { kind: 'integer', value: BigInt(id % 7) }]]))
  return makeDocument({ path: `c/${id}`, createTime: 1, updateTime: 1, json })
}

const inOrder = (documents: readonly Document[]) => documents.toSorted((a, b) => Buffer.compare(keyOf(a), keyOf(b)))
const pathsOf = (documents: readonly Document[]) => documents.map(({ path }) => path)

/** Every turn is over as soon as it begins. */
function contextOf() {
  const state = { pauses: 0, bytes: 0 }
  const pause = () => {
    state.pauses++
    return Promise.resolve()
  }
  const memory = {
    take: (bytes: number) => void (state.bytes += bytes),
    give: (bytes: number) => void (state.bytes -= bytes),
  }
  const meter = { isOver: true, pause } as unknown as ReadContext['meter']
  return { state, context: { meter, memory } }
}

async function* pagesOf(documents: readonly Document[], size: number): AsyncGenerator<readonly Document[], void> {
  for (let start = 0; start < documents.length; start += size) yield documents.slice(start, start + size)
}

test('a merge has each document once, in order, gives way at each step and holds no key at its end', async () => {
  const ids = fc.uniqueArray(fc.nat(40), { maxLength: 30 })
  const streams = fc.array(fc.record({ ids, size: fc.integer({ min: 1, max: 9 }) }), { minLength: 2, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(streams, async (streams) => {
      const { state, context } = contextOf()
      const merged = mergeStreams(
        context,
        streams.map((one) => streamOfPages(pagesOf(inOrder(one.ids.map(document)), one.size))),
        keyOf,
      )
      const found: Document[] = []
      for (let page = await merged.next(); page.length > 0; page = await merged.next()) found.push(...page)
      const all = [...new Set(streams.flatMap((one) => one.ids))]
      expect(pathsOf(found)).toEqual(pathsOf(inOrder(all.map(document))))
      expect(state.pauses).toBeGreaterThanOrEqual(streams.reduce((sum, one) => sum + one.ids.length, 0))
      expect(state.bytes).toBe(0)
    }),
  )
})

test('a sort decodes each document once, forgets its fields and gives way while it compares', async () => {
  const { state, context } = contextOf()
  const keysMade = vi.fn(keyOf)
  const held = new HeldDocuments(context, { keyOf: keysMade, keep: 300 })
  const documents = Array.from({ length: 500 }, (_, i) => document((i * 7919) % 500))
  const forgotten = documents.map((one) => vi.spyOn(one, 'forgetFields'))
  for (const one of documents) held.add(one)
  await held.trim()
  // The documents and their keys are counted.
  expect(state.bytes).toBeGreaterThan(documents.reduce((sum, { json }) => sum + json.length, 0) + 500 * 10)
  const pausesBefore = state.pauses
  const first = await held.take()
  expect(pathsOf(first)).toEqual(pathsOf(inOrder(documents).slice(0, 300)))
  expect(keysMade).toHaveBeenCalledTimes(500)
  for (const spy of forgotten) expect(spy).toHaveBeenCalled()
  expect(state.pauses - pausesBefore).toBeGreaterThan(1000)
})
