import fc from 'fast-check'
import {
  DocumentDraft,
  type CompositeField,
  compareDocuments,
  type Document,
  type Filter,
  matches,
  type Mutation,
  type NormalisedQuery,
  type Order,
  type Query,
  validateMutations,
  StatusError,
  type Value,
  validateQuery,
  type Version,
} from '@hearth/model'
import { expect, test } from 'vitest'
import { DocumentsWorld } from '../testing/documents-world.ts'
import { ListenClient } from '../testing/listen-client.ts'
import type { DatabaseRef } from './documents.ts'

const PROGRAMS_OF_EACH_RUN = 800
/** More for a night (CONTRIBUTING); each program is a database of its own. */
const programs = Number(process.env['HEARTH_MODEL_PROGRAMS'] ?? PROGRAMS_OF_EACH_RUN)
const HOUR_MS = 3_600_000
/** Programs that run at the same time, so that they share the syncs of the disk. */
const LANES = 16
/** Of all programs: a project has a bound for them. */
const INDEXES_MAX = 450

const paths = ['c/1', 'c/2', 'c/3', 'c/__id7__', 'd/1', 'd/1/c/1', 'd/1/c/2', 'd/2/c/1', 'e/1/f/1/c/é']

const value: fc.Arbitrary<Value> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 2 }).map((n): Value => ({ kind: 'integer', value: BigInt(n) })) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Value>(
      { kind: 'null' },
      { kind: 'boolean', value: true },
      { kind: 'double', value: 1 },
      { kind: 'double', value: NaN },
      { kind: 'double', value: -0 },
      { kind: 'string', value: 'a' },
      { kind: 'map', fields: new Map([['a', { kind: 'integer', value: 1n }]]) },
      { kind: 'map', fields: new Map() },
    ),
  },
  // Too long for an index key: there they tie.
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('a', 'b', 'c')
      .map((end): Value => ({ kind: 'string', value: `${'x'.repeat(1600)}${end}` })),
  },
)
const arrayOrValue: fc.Arbitrary<Value> = fc.oneof(
  { weight: 3, arbitrary: value },
  { weight: 2, arbitrary: fc.array(value, { maxLength: 3 }).map((values): Value => ({ kind: 'array', values })) },
)
const fieldName = fc.constantFrom('a', 'b', 't')
const fields = fc.array(fc.tuple(fieldName, arrayOrValue), { maxLength: 3 }).map((entries) => new Map(entries))
const path = fc.constantFrom(...paths)

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      path,
      fields,
      transforms: fc.constant([]),
      precondition: fc.constant({ kind: 'none' as const }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      path,
      fields,
      mask: fc.array(
        fieldName.map((name) => [name]),
        { maxLength: 2 },
      ),
      transforms: fc.array(
        fc.oneof(
          fc.record({
            field: fc.constant(['b']),
            kind: fc.constant('increment' as const),
            operand: fc.constant<Value>({ kind: 'integer', value: 1n }),
          }),
          fc.record({
            field: fc.constant(['t']),
            kind: fc.constantFrom('array-union' as const, 'array-remove' as const),
            values: fc.array(value, { maxLength: 2 }),
          }),
        ),
        { maxLength: 2 },
      ),
      precondition: fc.constantFrom({ kind: 'none' as const }, { kind: 'exists' as const, exists: true }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('delete' as const),
      path,
      precondition: fc.constantFrom({ kind: 'none' as const }, { kind: 'exists' as const, exists: true }),
    }),
  },
)

const leaf: fc.Arbitrary<Filter> = fc.oneof(
  {
    weight: 4,
    arbitrary: fieldFilter(
      fc.constantFrom('==' as const, '<' as const, '<=' as const, '>' as const, '>=' as const, '!=' as const),
      value,
    ),
  },
  { weight: 2, arbitrary: fieldFilter(fc.constant('array-contains' as const), value) },
  {
    weight: 2,
    arbitrary: fieldFilter(
      fc.constantFrom('in' as const, 'not-in' as const, 'array-contains-any' as const),
      fc.array(value, { minLength: 1, maxLength: 3 }).map((values): Value => ({ kind: 'array', values })),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('unary' as const),
      field: fieldName.map((name) => [name]),
      op: fc.constantFrom('is-null' as const, 'is-nan' as const, 'is-not-null' as const, 'is-not-nan' as const),
    }),
  },
)

function fieldFilter(
  op: fc.Arbitrary<Extract<Filter, { kind: 'field' }>['op']>,
  operand: fc.Arbitrary<Value>,
): fc.Arbitrary<Filter> {
  return fc.record({ kind: fc.constant('field' as const), field: fieldName.map((name) => [name]), op, value: operand })
}

const filter: fc.Arbitrary<Filter | undefined> = fc.oneof(
  fc.constant(undefined),
  leaf,
  fc.record({
    kind: fc.constantFrom('and' as const, 'or' as const),
    filters: fc.array(leaf, { minLength: 2, maxLength: 3 }),
  }),
)

const order: fc.Arbitrary<Order> = fc.record({
  field: fc.oneof(
    { weight: 4, arbitrary: fieldName.map((name) => [name]) },
    { weight: 1, arbitrary: fc.constant(['__name__']) },
  ),
  direction: fc.constantFrom('ascending' as const, 'descending' as const),
})

const bound = fc.option(fc.record({ values: fc.array(value, { minLength: 1, maxLength: 2 }), before: fc.boolean() }), {
  nil: undefined,
  freq: 4,
})

const anyQuery: fc.Arbitrary<Query> = fc
  .record({
    source: fc.constantFrom(
      { parent: '', collectionId: 'c', allDescendants: false },
      { parent: '', collectionId: 'c', allDescendants: true },
      { parent: 'd/1', collectionId: 'c', allDescendants: false },
      { parent: 'd/1', collectionId: 'c', allDescendants: true },
      { parent: '', collectionId: undefined, allDescendants: true },
    ),
    filter,
    orderBy: fc.uniqueArray(order, { maxLength: 2, selector: ({ field }) => field[0] }),
    startAt: bound,
    endAt: bound,
    offset: fc.constantFrom(0, 0, 0, 1),
    limit: fc.constantFrom(undefined, undefined, 1, 2, 3),
  })
  .map(({ source, ...rest }) => ({ ...source, ...rest }))

/** Indexes over several fields: they may change how an answer is found, and never the answer. */
const compositeFields: fc.Arbitrary<CompositeField[]> = fc
  .uniqueArray(
    fc.record({
      path: fieldName.map((name) => [name]),
      kind: fc.constantFrom('ascending' as const, 'descending' as const),
    }),
    { minLength: 2, maxLength: 3, selector: ({ path }) => path[0] },
  )
  .chain((fields) =>
    fc
      .option(fc.nat(fields.length - 1), { freq: 2 })
      .map((at) => fields.map((field, i) => (i === at ? { ...field, kind: 'contains' as const } : field))),
  )

type Step =
  | { readonly kind: 'index'; readonly fields: readonly CompositeField[]; readonly isGroup: boolean }
  | { readonly kind: 'commit'; readonly mutations: readonly Mutation[] }
  | { readonly kind: 'query'; readonly query: Query; readonly past: number }
  | { readonly kind: 'listen'; readonly query: Query }
  /** The connection is lost; while it is, somebody writes. */
  | { readonly kind: 'reconnect'; readonly meanwhile: readonly (readonly Mutation[])[] }

/** Most documents at once, so that every program has something to find. */
const seeds: fc.Arbitrary<Step> = fc
  .tuple(
    ...paths.map((path) =>
      fc.tuple(fc.constant(path), fc.record({ a: value, b: value, t: arrayOrValue }, { requiredKeys: [] })),
    ),
  )
  .map((documents) => ({
    kind: 'commit' as const,
    mutations: documents.map(([path, data]): Mutation => ({
      kind: 'set',
      path,
      fields: new Map(Object.entries(data)),
      transforms: [],
      precondition: { kind: 'none' },
    })),
  }))

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('commit' as const),
      mutations: fc.array(mutation, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('query' as const), query: anyQuery, past: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('listen' as const), query: anyQuery }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('reconnect' as const),
      meanwhile: fc.array(fc.array(mutation, { minLength: 1, maxLength: 2 }), { maxLength: 3 }),
    }),
  },
)

/** A database that is a map. It shares the meaning of one mutation and of one filter with the server, and no more. */
class Model {
  readonly #states: { readonly version: Version; readonly documents: ReadonlyMap<string, Document> }[] = [
    { version: 0, documents: new Map() },
  ]
  readonly #at: DatabaseRef

  constructor(at: DatabaseRef) {
    this.#at = at
  }

  get versions(): readonly Version[] {
    return this.#states.map(({ version }) => version)
  }

  /** The state that a commit leads to, or the error that it has. */
  preview(mutations: readonly Mutation[], version: Version): ReadonlyMap<string, Document> {
    const start = this.state(Infinity)
    const documents = new Map(start)
    const deleted = new Set<string>()
    validateMutations(mutations)
    for (const mutation of mutations) {
      const current = documents.get(mutation.path)
      const draft = new DocumentDraft(mutation.path, current, { ...this.#at, requestTime: version })
      draft.check(mutation.precondition)
      draft.apply(mutation)
      if (mutation.kind === 'set') for (const transform of mutation.transforms) draft.transform(transform)
      const { after, fault } = draft.finish()
      if (fault !== undefined) throw fault
      if (after !== undefined) documents.set(mutation.path, after)
      else if (documents.delete(mutation.path)) deleted.add(mutation.path)
    }
    for (const [path, document] of documents) {
      const before = start.get(path)
      if (before?.json === document.json && !deleted.has(path)) documents.set(path, before)
    }
    return documents
  }

  advance(mutations: readonly Mutation[], version: Version): void {
    this.#states.push({ version, documents: this.preview(mutations, version) })
  }

  state(time: Version): ReadonlyMap<string, Document> {
    return this.#states.findLast(({ version }) => version <= time)?.documents ?? new Map()
  }

  run(query: NormalisedQuery, time: Version): Document[] {
    const { offset, limit = Infinity } = query
    return [...this.state(time).values()]
      .filter((document) => matches(query, document))
      .sort(compareDocuments(query.orderBy))
      .slice(offset, offset + limit)
  }
}

class Run {
  readonly #world: DocumentsWorld
  readonly #at: DatabaseRef
  readonly #model: Model
  readonly #listened = new Map<number, Query>()
  #client: ListenClient

  constructor(world: DocumentsWorld, at: DatabaseRef) {
    this.#world = world
    this.#at = at
    this.#model = new Model(at)
    this.#client = this.#connect()
  }

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'index':
        return await this.#index(step)
      case 'commit':
        return await this.#commit(step.mutations)
      case 'query':
        return await this.#query(step.query, step.past)
      case 'listen':
        return this.#listen(step.query)
      case 'reconnect':
        return await this.#reconnect(step.meanwhile)
    }
  }

  async finish(): Promise<void> {
    await this.#settled()
    this.#client.session.close()
    await this.#compareWithFreshQueries()
    for (const snapshot of this.#client.snapshots) {
      for (const [id, documents] of snapshot.results) {
        const query = this.#validated(this.#listened.get(id) as Query)
        const expected = this.#model.run(query, snapshot.readTime)
        expect(described([...documents.values()].sort(compareDocuments(query.orderBy)))).toEqual(described(expected))
      }
    }
  }

  /** What a client sees last is what the queries answer at that time. Its earlier snapshots are compared with the model. */
  async #compareWithFreshQueries(): Promise<void> {
    const last = this.#client.snapshots.at(-1)
    for (const [id, documents] of last?.results ?? []) {
      const query = this.#listened.get(id) as Query
      const fresh = await this.#world.documents.query(this.#world.caller, this.#at, query, { readTime: last?.readTime })
      const seen = [...documents.values()].sort(compareDocuments(this.#validated(query).orderBy))
      expect(described(seen)).toEqual(described(fresh.documents))
    }
  }

  async #commit(mutations: readonly Mutation[]): Promise<void> {
    let expected: StatusError | undefined
    try {
      this.#model.preview(mutations, 1)
    } catch (error) {
      expected = error as StatusError
    }
    const { caller, documents } = this.#world
    if (expected !== undefined) {
      await expect(documents.commit(caller, this.#at, mutations)).rejects.toMatchObject({ code: expected.code })
      return
    }
    const before = this.#model.state(Infinity)
    const { commitTime } = await documents.commit(caller, this.#at, mutations)
    const last = this.#model.versions.at(-1) ?? 0
    this.#model.advance(mutations, commitTime)
    const after = this.#model.state(Infinity)
    const written = paths.filter((path) => before.get(path)?.updateTime !== after.get(path)?.updateTime)
    // One that changes nothing has no version of its own.
    expect(commitTime).toBeGreaterThanOrEqual(written.length > 0 ? last + 1 : last)
    const got = await documents.get(caller, this.#at, paths)
    expect(described(got.documents)).toEqual(described(paths.map((path) => after.get(path))))
    expect(got.readTime).toBeGreaterThanOrEqual(written.length > 0 ? commitTime : 1)
  }

  async #index({ fields, isGroup }: Extract<Step, { kind: 'index' }>): Promise<void> {
    const { administration } = this.#world
    const { project, database } = this.#at
    await administration.createIndex(project, { database, collectionId: 'c', isGroup, fields })
    await administration.keepUp(project)
  }

  async #query(query: Query, past: number): Promise<void> {
    const normalised = this.#tryValidate(query)
    if (normalised === undefined) {
      const asked = this.#world.documents.query(this.#world.caller, this.#at, query)
      await expect(asked).rejects.toMatchObject({ code: 'invalid-argument' })
      return
    }
    const readTime = past === 0 ? undefined : this.#model.versions.at(-1 - past)
    const time = readTime === undefined || readTime === 0 ? undefined : readTime
    const found = await this.#world.documents.query(this.#world.caller, this.#at, query, { readTime: time })
    expect(described(found.documents)).toEqual(described(this.#model.run(normalised, time ?? Infinity)))
    // What is short is answered at once, by a way of its own.
    const parts: Document[] = []
    const end = await this.#world.documents.streamQuery(
      this.#world.caller,
      this.#at,
      query,
      ({ documents }) => void parts.push(...documents),
      { readTime: time },
    )
    expect([described(parts), end.skipped]).toEqual([described(found.documents), found.skipped])
    expect(end.readTime).toBeGreaterThanOrEqual(found.readTime)
    const counted = await this.#world.documents.aggregate(
      this.#world.caller,
      this.#at,
      query,
      [{ alias: 'count', kind: 'count' }],
      { readTime: time },
    )
    expect(counted.values.get('count')).toEqual({ kind: 'integer', value: BigInt(found.documents.length) })
  }

  #listen(query: Query): void {
    if (this.#tryValidate(query) === undefined || query.collectionId === undefined) return
    if (query.allDescendants && query.parent !== '') return
    const targetId = this.#listened.size + 1
    this.#listened.set(targetId, query)
    this.#client.add({ targetId, what: { kind: 'query', query } })
  }

  /** The client comes back and says what it knows. */
  async #reconnect(meanwhile: readonly (readonly Mutation[])[]): Promise<void> {
    await this.finish()
    for (const mutations of meanwhile) await this.#commit(mutations)
    const last = this.#client.snapshots.at(-1)
    this.#client = this.#connect()
    for (const [targetId, query] of this.#listened) {
      const known = last?.results.get(targetId)
      const what = { kind: 'query', query } as const
      if (known === undefined || last === undefined) this.#client.add({ targetId, what })
      else {
        const resume = { kind: 'token', token: last.resumeToken } as const
        this.#client.addKnowing({ targetId, what, resume, expectedCount: known.size }, known)
      }
    }
  }

  /** Everything that was committed has reached the client. */
  async #settled(): Promise<void> {
    const state = this.#model.state(Infinity)
    await this.#client.happened(() => {
      const last = this.#client.snapshots.at(-1)
      return [...this.#listened].every(([id, query]) => {
        const documents = last?.results.get(id)
        if (documents === undefined) return false
        const expected = this.#model.run(this.#validated(query), Infinity)
        return (
          expected.length === documents.size &&
          expected.every(({ path }) => documents.get(path)?.updateTime === state.get(path)?.updateTime)
        )
      })
    })
  }

  #connect(): ListenClient {
    return new ListenClient(this.#world.documents, this.#world.caller, this.#at)
  }

  #validated(query: Query): NormalisedQuery {
    return validateQuery(query, this.#at)
  }

  #tryValidate(query: Query): NormalisedQuery | undefined {
    try {
      return this.#validated(query)
    } catch (error) {
      expect(error).toBeInstanceOf(StatusError)
      return undefined
    }
  }
}

function described(documents: readonly (Document | undefined)[]): unknown[] {
  return documents.map((found) => found && [found.path, found.createTime, found.updateTime, found.json.length])
}

test(
  'answers random programs of writes, queries and listens as a map of documents does',
  async () => {
    await using world = await DocumentsWorld.open()
    let database = 0
    let indexes = 0
    const steps = fc.array(step, { minLength: 4, maxLength: 24 })
    const program = fc.asyncProperty(seeds, steps, compositeFields, fc.nat(7), async (first, steps, fields, chance) => {
      const run = new Run(world, { ...world.at, database: `d${database++}` })
      // Some have an index, there before the documents or built over them.
      const index: Step[] =
        chance < 2 && indexes++ < INDEXES_MAX ? [{ kind: 'index', fields, isGroup: chance === 0 }] : []
      for (const step of database % 2 === 0 ? [...index, first] : [first, ...index]) await run.take(step)
      for (const step of steps) await run.take(step)
      await run.finish()
    })
    const lane = () => fc.assert(program, { numRuns: Math.ceil(programs / LANES) })
    await Promise.all(Array.from({ length: LANES }, lane))
  },
  programs > PROGRAMS_OF_EACH_RUN ? 12 * HOUR_MS : HOUR_MS,
)
