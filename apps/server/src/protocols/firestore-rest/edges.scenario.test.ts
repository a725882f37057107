import { describe, expect, test } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'

const ROOT = 'projects/demo-app/databases/(default)/documents'

interface Answer {
  readonly status: number
  readonly body: unknown
}

async function openWorld() {
  const server = await TestServer.start({ mode: 'dev' })
  const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const headers = { authorization: 'Bearer owner' }
    const response = await fetch(`${server.origin}/v1/${ROOT}${path}`, { headers, ...init })
    const body: unknown = await response.json()
    return { status: response.status, body: response.ok ? body : complaintOf(body) }
  }
  const post = (path: string, body: unknown) => ask(path, { method: 'POST', body: JSON.stringify(body) })
  const commit = (...writes: unknown[]) => post(':commit', { writes })
  return {
    ask,
    post,
    commit,
    store: (documents: Readonly<Record<string, object>>) =>
      commit(...Object.entries(documents).map(([path, fields]) => ({ update: { name: `${ROOT}/${path}`, fields } }))),
    aggregate: async (...aggregations: unknown[]) => {
      const structuredQuery = { from: [{ collectionId: 'c' }] }
      const query = { structuredAggregationQuery: { structuredQuery, aggregations } }
      const { status, body } = await post(':runAggregationQuery', query)
      if (status !== 200) return body
      return (body as { result: { aggregateFields: unknown } }[])[0]?.result.aggregateFields
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** Of an error, or of a stream that ends in one. */
function complaintOf(body: unknown): unknown {
  const { error } = (Array.isArray(body) ? body[0] : body) as { error: { status: string; message: string } }
  return `${error.status}: ${error.message}`
}

function refused(message: string): Answer {
  return { status: 400, body: `INVALID_ARGUMENT: ${message}` }
}

const int = (integerValue: number | string) => ({ integerValue: String(integerValue) })

test('a list is ordered by fields whose names have to be quoted', async () => {
  await using world = await openWorld()
  await world.store({
    'c/1': { 'a b': int(1), 'c,d': int(2), ' i ': int(2), '`': int(1), m: { mapValue: { fields: { x: int(1) } } } },
    'c/2': { 'a b': int(2), 'c,d': int(1), ' i ': int(1), '`': int(1), m: { mapValue: { fields: { x: int(2) } } } },
  })
  const ids = async (orderBy: string) => {
    const { status, body } = await world.ask(`/c?orderBy=${encodeURIComponent(orderBy)}`)
    if (status !== 200) return body
    return ((body as { documents?: { name: string }[] }).documents ?? []).map(({ name }) => name.slice(-1)).join('')
  }
  expect(await ids('`a b`')).toBe('12')
  expect(await ids('`a b` desc')).toBe('21')
  expect(await ids('`c,d` DESC')).toBe('12')
  expect(await ids('`c,d`desc , `a b`')).toBe('12')
  expect(await ids('` i `')).toBe('21')
  expect(await ids('`\\``, m.`x`\tdesc')).toBe('21')
  expect(await ids('m.x asc')).toBe('12')
  expect(await ids('desc')).toBe('')
  expect(await ids('__name__')).toBe('12')
  expect(await ids('__name__, __name__')).toContain('order by clause cannot contain more fields after the key')
  for (const text of [' `a b`', 'm desc asc', 'm descending', 'm,', ',m', 'm,,m', 'a b', '`m', 'm.', '1m', ' ', '``']) {
    expect(await ids(text), text).toBe(`INVALID_ARGUMENT: Invalid order by clause "${text}".`)
  }
})

test('pages of fewer than no entries are refused', async () => {
  await using world = await openWorld()
  const complaint = refused('Page size must be nonnegative.')
  expect(await world.ask('/c?pageSize=-1')).toEqual(complaint)
  expect(await world.ask('/c?pageSize=-1&orderBy=n')).toEqual(complaint)
  expect(await world.post(':listCollectionIds', { pageSize: -1 })).toEqual(complaint)
  const from = [{ collectionId: 'c', allDescendants: true }]
  const orderBy = [{ field: { fieldPath: '__name__' } }]
  const partitions = { structuredQuery: { from, orderBy }, partitionCount: '3', pageSize: -1 }
  expect(await world.post(':partitionQuery', partitions)).toEqual(complaint)
})

describe('aggregations', () => {
  test('a count of up to none is none, and of fewer is refused', async () => {
    await using world = await openWorld()
    await world.store({ 'c/1': { n: int(1) }, 'c/2': { n: int(2) } })
    expect(await world.aggregate({ count: { upTo: '0' } })).toEqual({ field_1: int(0) })
    expect(await world.aggregate({ count: { upTo: '0' } }, { sum: { field: { fieldPath: 'n' } } })).toEqual({
      field_1: int(0),
      field_2: int(3),
    })
    expect(await world.aggregate({ count: { upTo: '-1' } })).toContain('must be greater than or equal to zero')
  })

  test('those without an alias are numbered by themselves', async () => {
    await using world = await openWorld()
    const aliases = (...given: string[]) => world.aggregate(...given.map((alias) => ({ alias, count: {} })))
    expect(await aliases('', 'x', '')).toEqual({ field_1: int(0), x: int(0), field_2: int(0) })
    expect(await aliases('field_2', '')).toEqual({ field_2: int(0), field_1: int(0) })
    expect(await aliases('field_1', '')).toContain('Aggregation aliases contain duplicate alias: field_1.')
    expect(await aliases('é'.repeat(750))).toEqual({ ['é'.repeat(750)]: int(0) })
    expect(await aliases('é'.repeat(751))).toContain('The property.name is longer than 1500 bytes.')
  })
})

test('a verification has to require something, and to be the only thing said of its document', async () => {
  await using world = await openWorld()
  await world.store({ 'c/1': {} })
  const verify = `${ROOT}/c/1`
  const currentDocument = { exists: true }
  const update = { name: verify, fields: { n: int(1) } }
  expect(await world.commit({ verify })).toEqual(refused('a verify must contain a precondition'))
  const { updateTime } = (await world.ask('/c/1')).body as { updateTime: string }
  const verified = { status: 200, body: { writeResults: [{ updateTime }] } }
  expect(await world.commit({ verify, currentDocument })).toMatchObject(verified)
  expect(await world.commit({ verify, currentDocument }, { update })).toMatchObject({ status: 400 })
  expect(await world.commit({ update }, { verify, currentDocument })).toMatchObject({ status: 400 })
  expect(await world.ask('/c/1')).toHaveProperty('body.fields', {})
})

test('a transform of nothing is refused, and creates nothing', async () => {
  await using world = await openWorld()
  const document = `${ROOT}/c/1`
  const complaint = refused('The list of FieldTransform must not be empty.')
  expect(await world.commit({ transform: { document, fieldTransforms: [] } })).toEqual(complaint)
  expect(await world.commit({ transform: { document } })).toEqual(complaint)
  expect(await world.ask('/c/1')).toMatchObject({ status: 404 })
})

test('whole numbers may be written with fraction and exponent; those that JSON cannot hold are refused', async () => {
  await using world = await openWorld()
  const stored = async (integerValue: unknown) => {
    const { status } = await world.store({ 'c/1': { n: { integerValue } } })
    if (status !== 200) return status
    const { body } = await world.ask('/c/1')
    return (body as { fields: { n: { integerValue: string } } }).fields.n.integerValue
  }
  expect(await stored('1.0')).toBe('1')
  expect(await stored('1e3')).toBe('1000')
  expect(await stored('+1')).toBe('1')
  expect(await stored('9223372036854775807.0')).toBe('9223372036854775807')
  expect(await stored(7)).toBe('7')
  expect(await stored('1.5')).toBe(400)
  expect(await stored(2 ** 53)).toBe(400)
  const query = { from: [{ collectionId: 'c' }], limit: '+1.0' }
  expect(await world.post(':runQuery', { structuredQuery: query })).toMatchObject({ status: 200, body: [{}] })
})

test('a field filter "not equal to NaN" drops null alone', async () => {
  await using world = await openWorld()
  await world.store({
    'c/1': { n: { doubleValue: 'NaN' } },
    'c/2': { n: { nullValue: null } },
    'c/3': { n: int(1) },
    'c/4': {},
  })
  const found = async (where: object, orderBy: readonly object[] = []) => {
    const structuredQuery = { from: [{ collectionId: 'c' }], where, orderBy }
    const { body } = await world.post(':runQuery', { structuredQuery })
    return (body as { document: { name: string } }[]).map(({ document }) => document.name.slice(-1)).join('')
  }
  const field = { fieldPath: 'n' }
  const notNaN = { fieldFilter: { field, op: 'NOT_EQUAL', value: { doubleValue: 'NaN' } } }
  expect(await found(notNaN)).toBe('13')
  expect(await found(notNaN, [{ field, direction: 'DESCENDING' }])).toBe('31')
  expect(await found({ unaryFilter: { field, op: 'IS_NOT_NAN' } })).toBe('3')
})
