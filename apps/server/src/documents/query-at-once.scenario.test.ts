import type { Document, Query, Value } from '@hearth/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { by, DocumentsWorld, query, set, valueOf } from '../testing/documents-world.ts'

const COUNT = 300
/** A server may everything, which this gate says at once. */
const rules = 'service cloud.firestore { match /databases/{database}/documents { } }'
/** Longer than a key of the index holds whole: several values lie behind one key. */
const long = 'x'.repeat(2_000)

async function openFilled(): Promise<DocumentsWorld> {
  const world = await DocumentsWorld.open({ rules })
  const writes = Array.from({ length: COUNT }, (_, n) =>
    set(`c/${String((n * 7) % COUNT).padStart(4, '0')}`, {
      n: n % 100,
      third: n % 3,
      text: n % 10 === 0 ? `${long}${n % 4}` : `t${n % 50}`,
    }),
  )
  await world.commit(...writes)
  const { project, database } = world.at
  const fields = [
    { path: ['third'], kind: 'ascending' as const },
    { path: ['n'], kind: 'ascending' as const },
  ]
  await world.administration.createIndex(project, { database, collectionId: 'c', isGroup: false, fields })
  await world.administration.keepUp(project)
  return world
}

const operand = (field: string, n: number): Value =>
  valueOf(field === 'text' ? (n % 5 === 0 ? `${long}2` : `t${n}`) : n)
const op = fc.constantFrom('==', '<', '<=', '>', '>=')

const asked: fc.Arbitrary<Query> = fc
  .record({
    field: fc.constantFrom('n', 'third', 'text'),
    isEqual: fc.boolean(),
    op,
    n: fc.integer({ min: 0, max: 110 }),
    third: fc.integer({ min: 0, max: 3 }),
    direction: fc.constantFrom('ascending' as const, 'descending' as const),
    isOrdered: fc.boolean(),
    limit: fc.integer({ min: 1, max: 70 }),
    offset: fc.constantFrom(0, 0, 0, 3),
    select: fc.constantFrom(undefined, [['n']], [['__name__']]),
    cursor: fc.constantFrom(undefined, undefined, true, false),
  })
  .map(({ field, isEqual, op: along, n, third, direction, isOrdered, limit, offset, select, cursor }): Query => {
    const range = { kind: 'field', field: [field], op: along, value: operand(field, n) } as const
    const equality = { kind: 'field', field: ['third'], op: '==', value: valueOf(third) } as const
    return query('c', {
      filter: isEqual && field !== 'third' ? { kind: 'and', filters: [equality, range] } : range,
      ...(isOrdered && along !== '==' && { orderBy: [by(field, direction)] }),
      ...(isOrdered &&
        along !== '==' &&
        cursor !== undefined && { startAt: { values: [operand(field, n)], before: cursor } }),
      limit,
      offset,
      ...(select !== undefined && { select }),
    })
  })

test('what is answered at once is what a snapshot answers', async () => {
  await using world = await openFilled()
  const { documents, caller, at } = world
  let atOnce = 0
  await fc.assert(
    fc.asyncProperty(asked, async (one) => {
      const parts: Document[] = []
      const answer = documents.streamQuery(caller, at, one, (part) => void parts.push(...part.documents))
      if (!(answer instanceof Promise)) atOnce++
      const { skipped, readTime } = await answer
      const whole = await documents.query(caller, at, one)
      const described = (found: readonly Document[]) =>
        found.map(({ path, json, updateTime }) => [path, json, updateTime])
      expect([described(parts), skipped]).toEqual([described(whole.documents), whole.skipped])
      expect(readTime).toBeGreaterThanOrEqual(Math.max(...parts.map(({ updateTime }) => updateTime), 0))
    }),
    { numRuns: 400 },
  )
  // Else nothing was compared here.
  expect(atOnce).toBeGreaterThan(100)
})

test('whoever asks after a commit is answered with it, and not before', async () => {
  await using world = await openFilled()
  const { documents, caller, at } = world
  const newest = query('c', { orderBy: [by('n', 'descending')], limit: 1 })
  for (let n = 1_000; n < 1_050; n++) {
    const paths: string[] = []
    // While it is on its way, what is answered is the state before.
    const committed = world.commit(set(`c/new-${n}`, { n }))
    const before = await documents.streamQuery(
      caller,
      at,
      newest,
      (part) => void paths.push(...part.documents.map(({ path }) => path)),
    )
    const { commitTime } = await committed
    const after = await documents.streamQuery(
      caller,
      at,
      newest,
      (part) => void paths.push(...part.documents.map(({ path }) => path)),
    )
    expect(paths[1]).toBe(`c/new-${n}`)
    expect(after.readTime).toBeGreaterThanOrEqual(commitTime)
    if (paths[0] !== paths[1]) expect(before.readTime).toBeLessThan(commitTime)
  }
})
