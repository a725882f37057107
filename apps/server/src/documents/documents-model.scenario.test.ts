import fc from 'fast-check'
import {
  DocumentDraft,
  compareDocuments,
  type Document,
  matches,
  type Mutation,
  type NormalisedQuery,
  type Query,
  validateMutations,
  StatusError,
  validateQuery,
  type Version,
} from '@hearth/model'
import { expect, test } from 'vitest'
import { compositeFields, paths, seeds, type Step, step } from '../testing/document-program.arbitrary.ts'
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
