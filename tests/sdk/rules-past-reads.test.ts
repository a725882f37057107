import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Member, RulesWorld } from './rules-world.ts'

const rules = `
  match /posts/{id} { allow read: if resource.data.public == true; }
  match /open/{id} { allow read: if request.auth != null; }
  match /{document=**} { allow list: if request.auth.token.email == 'lists@example.com'; }
  match /rooms/{room}/messages/{id} {
    allow read: if exists(/databases/$(database)/documents/rooms/$(room)/members/$(request.auth.uid));
  }
`
const root = 'projects/shop-app/databases/(default)/documents'

let world: RulesWorld
let ada: Member
beforeAll(async () => {
  world = await RulesWorld.open(rules)
  ada = await world.signUp('ada@example.com')
})
afterAll(() => world[Symbol.asyncDispose]())

const isPublic = { fieldFilter: { field: { fieldPath: 'public' }, op: 'EQUAL', value: { booleanValue: true } } }
/** Queries that rules grant: of `posts` those that are public, of others all. */
const queryOf = (collectionId: string, limit?: number) => ({
  from: [{ collectionId }],
  ...(collectionId === 'posts' && { where: isPublic }),
  ...(limit !== undefined && { limit }),
})
const aggregationOf = (collectionId: string, aggregation: object) => ({
  structuredAggregationQuery: {
    structuredQuery: queryOf(collectionId),
    aggregations: [{ alias: 'n', ...aggregation }],
  },
})

interface Place {
  /** With a slash at the front; empty: the root. */
  readonly parent?: string
  readonly collection: string
  readonly id: string
  readonly readTime: string
}

type Ask = (call: Member['call'], place: Place) => Promise<Response>

const transaction = async (call: Member['call'], readTime: string): Promise<string> => {
  const begun = await call(':beginTransaction', { options: { readOnly: { readTime } } })
  return ((await begun.json()) as { transaction: string }).transaction
}

/** Every way to read a document by its name as it was. */
const gets: Readonly<Record<string, Ask>> = {
  get: (call, { parent = '', collection, id, readTime }) => call(`${parent}/${collection}/${id}?readTime=${readTime}`),
  batchGet: (call, { parent = '', collection, id, readTime }) =>
    call(':batchGet', { documents: [`${root}${parent}/${collection}/${id}`], readTime }),
  'batchGet in a transaction': async (call, { parent = '', collection, id, readTime }) =>
    call(':batchGet', {
      documents: [`${root}${parent}/${collection}/${id}`],
      transaction: await transaction(call, readTime),
    }),
}

/** Every way to ask a query of the collection as it was. */
const queries: Readonly<Record<string, Ask>> = {
  query: (call, { parent = '', collection, readTime }) =>
    call(`${parent}:runQuery`, { structuredQuery: queryOf(collection), readTime }),
  'query in a transaction': async (call, { parent = '', collection, readTime }) =>
    call(`${parent}:runQuery`, {
      structuredQuery: queryOf(collection),
      transaction: await transaction(call, readTime),
    }),
  'query that begins a transaction': (call, { parent = '', collection, readTime }) =>
    call(`${parent}:runQuery`, { structuredQuery: queryOf(collection), newTransaction: { readOnly: { readTime } } }),
  'query that is explained': (call, { parent = '', collection, readTime }) =>
    call(`${parent}:runQuery`, { structuredQuery: queryOf(collection), readTime, explainOptions: { analyze: true } }),
  count: (call, { parent = '', collection, readTime }) =>
    call(`${parent}:runAggregationQuery`, { ...aggregationOf(collection, { count: {} }), readTime }),
  sum: (call, { parent = '', collection, readTime }) =>
    call(`${parent}:runAggregationQuery`, {
      ...aggregationOf(collection, { sum: { field: { fieldPath: 'n' } } }),
      readTime,
    }),
}
const sentence = 'Queries at a read time or in a read-only transaction require admin authentication.'

/** A result of `query` is a list of rows, one of which may be an error. */
async function verdictOf(answering: Promise<Response>): Promise<number> {
  const answer = await answering
  const text = await answer.text()
  return text.includes('PERMISSION_DENIED') ? 403 : answer.status
}

const takenBack: readonly [string, string, () => Promise<unknown>][] = [
  ['was made private', 'posts', () => world.set('posts/a', { public: false, n: 2 })],
  ['was deleted', 'posts', () => world.delete('posts/a')],
  ['was deleted, where all may read whatever is there', 'open', () => world.delete('open/a')],
]

describe.each(Object.entries(gets))('a %s at a read time', (_name, read) => {
  test.each(takenBack)(
    'answers no user a document that %s since, and the owner as before',
    async (_what, collection, takeBack) => {
      const readTime = await world.set(`${collection}/a`, { public: true, n: 1 })
      const place = { collection, id: 'a', readTime }
      expect(await verdictOf(read(ada.call, place))).toBe(200)
      await takeBack()
      expect(await verdictOf(read(ada.call, place))).toBe(403)
      expect(await verdictOf(read((path, body) => world.asOwner(path, body), place))).toBe(200)
    },
  )

  test('answers what may still be read as it was', async () => {
    const readTime = await world.set('posts/a', { public: true, n: 1 })
    await world.set('posts/a', { public: true, n: 2 })
    const answer = await read(ada.call, { collection: 'posts', id: 'a', readTime })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toMatch(/"(?:n|integerValue)":(?:\{"integerValue":)?"1"/)
  })

  test('answers nobody whose membership has ended', async () => {
    await world.set(`rooms/tea/members/${ada.uid}`, {})
    const readTime = await world.set('rooms/tea/messages/a', { n: 1 })
    const place = { parent: '/rooms/tea', collection: 'messages', id: 'a', readTime }
    expect(await verdictOf(read(ada.call, place))).toBe(200)
    await world.delete(`rooms/tea/members/${ada.uid}`)
    expect(await verdictOf(read(ada.call, place))).toBe(403)
  })
})

describe.each(Object.entries(queries))('a %s at a read time', (_name, ask) => {
  const cases: typeof takenBack = [
    ...takenBack,
    ['is as it was', 'posts', async () => undefined],
    ['is as it was, where all may read whatever is there', 'open', async () => undefined],
  ]
  test.each(cases)(
    'is refused to users with one sentence where a document %s since, and answered to the owner',
    async (_what, collection, takeBack) => {
      const readTime = await world.set(`${collection}/a`, { public: true, n: 1 })
      await takeBack()
      const place = { collection, id: 'a', readTime }
      expect(await (await ask(ada.call, place)).text()).toContain(sentence)
      const answer = await ask((path, body) => world.asOwner(path, body), place)
      expect(answer.status).toBe(200)
      expect(await answer.text()).toMatch(/"(?:n|integerValue)":(?:\{"integerValue":)?"1"/)
    },
  )

  test('answers nobody whose membership has ended', async () => {
    await world.set(`rooms/tea/members/${ada.uid}`, {})
    const readTime = await world.set('rooms/tea/messages/a', { n: 1 })
    await world.delete(`rooms/tea/members/${ada.uid}`)
    const place = { parent: '/rooms/tea', collection: 'messages', id: 'a', readTime }
    expect(await verdictOf(ask(ada.call, place))).toBe(403)
  })
})

describe('conditions on what is private by now', () => {
  const isText = (text: string) => ({
    fieldFilter: { field: { fieldPath: 'text' }, op: 'EQUAL', value: { stringValue: text } },
  })
  const guessing = (text: string, more: object = {}) => ({
    from: [{ collectionId: 'posts' }],
    where: { compositeFilter: { op: 'AND', filters: [isPublic, isText(text)] } },
    ...more,
  })
  const counting = { aggregations: [{ alias: 'n', count: {} }] }
  const guesses: readonly [string, string, (text: string) => object][] = [
    ['a query', ':runQuery', (text) => ({ structuredQuery: guessing(text) })],
    ['what it skips', ':runQuery', (text) => ({ structuredQuery: guessing(text, { offset: 1000 }) })],
    ['a query without results', ':runQuery', (text) => ({ structuredQuery: guessing(text, { limit: 0, offset: 9 }) })],
    [
      'a count',
      ':runAggregationQuery',
      (text) => ({ structuredAggregationQuery: { structuredQuery: guessing(text), ...counting } }),
    ],
    [
      'a count behind an offset',
      ':runAggregationQuery',
      (text) => ({ structuredAggregationQuery: { structuredQuery: guessing(text, { offset: 1 }), ...counting } }),
    ],
  ]
  test.each(guesses)('are answered alike by %s, whether they hold or not', async (_what, method, bodyOf) => {
    const readTime = await world.set('posts/a', { public: true, text: 'right' })
    await world.set('posts/a', { public: false, text: 'other' })
    const ask = async (text: string) => {
      const answer = await ada.call(method, { ...bodyOf(text), readTime })
      return [answer.status, (await answer.text()).replace(/"requestId":"[^"]*"/, '')]
    }
    const [right, wrong] = [await ask('right'), await ask('wrong')]
    expect(right).toEqual(wrong)
    expect(right[1]).toContain(sentence)
  })

  test('a query of the present stands, also in a transaction that may write', async () => {
    await world.set('posts/a', { public: true, n: 1 })
    const begun = await ada.call(':beginTransaction', { options: { readWrite: {} } })
    const { transaction: id } = (await begun.json()) as { transaction: string }
    for (const more of [{}, { transaction: id }]) {
      const answer = await ada.call(':runQuery', { structuredQuery: queryOf('posts'), ...more })
      expect(await answer.text()).toContain('posts/a')
    }
  })
})

test('lists at a read time are no way around it', async () => {
  const lister = await world.signUp('lists@example.com')
  const readTime = await world.set('listed/a/below/x', { n: 1 })
  const paths = [`/listed?readTime=${readTime}`, `/listed/a/below?readTime=${readTime}`]
  const names = `/listed?showMissing=true&readTime=${readTime}`
  const ids = (call: Member['call'], time?: string) =>
    call('/listed/a:listCollectionIds', time === undefined ? {} : { readTime: time })
  for (const path of paths) expect(await (await lister.call(path)).text()).toContain(sentence)
  for (const path of ['/listed', '/listed/a/below']) expect(await verdictOf(lister.call(path))).toBe(200)
  await world.delete('listed/a/below/x')
  expect(await verdictOf(lister.call(`/listed/a/below?readTime=${readTime}`))).toBe(403)
  // Of names alone nothing can be asked: at a read time they are for servers and the team.
  expect(await verdictOf(lister.call(names))).toBe(403)
  expect(await verdictOf(ids(lister.call, readTime))).toBe(403)
  expect(await verdictOf(ids(lister.call))).not.toBe(500)
  for (const answer of [world.asOwner(names), ids((path, body) => world.asOwner(path, body), readTime)]) {
    expect(await (await answer).text()).toMatch(/listed\/a"|below/)
  }
})
