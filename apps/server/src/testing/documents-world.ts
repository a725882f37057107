import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Document, Fields, Mutation, Order, Query, Transform, Value, Version } from '@hearth/model'
import { compileRules } from '@hearth/rules'
import type { Caller } from '../access/caller.ts'
import { CallerWatch } from '../access/caller-watch.ts'
import { Topic } from '../lib/topic.ts'
import type { AccessRequest, AccessScope, Gate } from '../access/gate.ts'
import { RulesGate } from '../access/rules-gate.ts'
import { type Clock, type Log, systemClock, systemRandom } from '../lib/ambient.ts'
import { createDocumentAdministration, type DocumentAdministration } from '../documents/administration.ts'
import { createDocuments } from '../documents/document-service.ts'
import { OwnMemory } from '../documents/held-memory.ts'
import { createProjectContexts } from '../documents/project-context.ts'
import type { CommitResult, Documents } from '../documents/documents.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import { SqlitePersistence } from '../persistence/sqlite/sqlite-persistence.ts'
import { sharedParts } from './shared-parts.ts'

export interface DocumentsWorldOptions {
  readonly clock?: Clock
  /** Refuses by throwing, at once or later. Everything is allowed without it. */
  readonly authorize?: (caller: Caller, request: AccessRequest, scope?: AccessScope) => unknown
  /** Security rules that decide for users and visitors, instead of `authorize`. */
  readonly rules?: string
  /** Stands between the service and the store. */
  readonly wrapStore?: (store: ProjectStore) => ProjectStore
  readonly historyMs?: number
  readonly isDatabaseMadeOnFirstUse?: boolean
  readonly isReserveReached?: () => Promise<boolean>
}

/** A JavaScript value standing for one of the model: numbers without a fraction are integers. */
export type Plain = null | boolean | number | string | Value | readonly Plain[] | { readonly [name: string]: Plain }

/** The documents service over a store in a folder of its own, without any protocol. */
export class DocumentsWorld implements AsyncDisposable {
  readonly documents: Documents
  readonly administration: DocumentAdministration
  readonly rulesChanges: Topic<string | undefined>
  readonly callers: CallerWatch
  readonly persistence: SqlitePersistence
  readonly at = { project: 'demo-app', database: '(default)' }
  readonly caller: Caller = { kind: 'admin', project: 'demo-app' }
  /** What is held for nobody's request. */
  readonly ownMemory: OwnMemory
  readonly #folder: string

  private constructor(
    documents: Documents,
    administration: DocumentAdministration,
    rulesChanges: Topic<string | undefined>,
    callers: CallerWatch,
    persistence: SqlitePersistence,
    folder: string,
    ownMemory: OwnMemory,
  ) {
    this.documents = documents
    this.administration = administration
    this.rulesChanges = rulesChanges
    this.callers = callers
    this.persistence = persistence
    this.#folder = folder
    this.ownMemory = ownMemory
  }

  static async open(options: DocumentsWorldOptions = {}): Promise<DocumentsWorld> {
    const { clock = systemClock, authorize = () => undefined, wrapStore = (store) => store, historyMs } = options
    const folder = await mkdtemp(join(tmpdir(), 'hearth-documents-'))
    const persistence = await SqlitePersistence.open({
      folder,
      clock,
      writer: sharedParts.writer,
      ...(historyMs !== undefined && { historyMs }),
    })
    const stores = new Map<string, Promise<ProjectStore>>()
    const projects = {
      store(project: string): Promise<ProjectStore> {
        let store = stores.get(project)
        if (store === undefined) {
          store = persistence.openProject(project).then(wrapStore)
          stores.set(project, store)
        }
        return store
      },
    }
    const gate: Gate =
      options.rules === undefined
        ? { authorize: async (_project, caller, request, scope) => void (await authorize(caller, request, scope)) }
        : gateOf(options.rules, projects.store, clock)
    const callers = new CallerWatch({ clock, consoleProject: 'console' })
    const rulesChanges = new Topic<string | undefined>()
    const ownMemory = new OwnMemory()
    const { find: contexts } = createProjectContexts({
      projects,
      gate,
      rulesChanges,
      clock,
      random: systemRandom,
      log: silentLog,
      isDatabaseMadeOnFirstUse: options.isDatabaseMadeOnFirstUse ?? true,
      ownMemory,
      ...(options.isReserveReached !== undefined && { isReserveReached: options.isReserveReached }),
    })
    const administration = createDocumentAdministration(contexts, () => true)
    const documents = createDocuments(contexts, callers)
    return new DocumentsWorld(documents, administration, rulesChanges, callers, persistence, folder, ownMemory)
  }

  async commit(...mutations: Mutation[]): Promise<CommitResult> {
    return await this.documents.commit(this.caller, this.at, mutations)
  }

  async set(path: string, data: Readonly<Record<string, Plain>>): Promise<Version> {
    return (await this.commit(set(path, data))).commitTime
  }

  async delete(path: string): Promise<Version> {
    return (await this.commit({ kind: 'delete', path, precondition: { kind: 'none' } })).commitTime
  }

  async get(path: string): Promise<Document | undefined> {
    return (await this.documents.get(this.caller, this.at, [path])).documents[0]
  }

  /** The paths that a query finds, in order. */
  async find(asked: Query, readTime?: Version): Promise<string[]> {
    const { documents } = await this.documents.query(this.caller, this.at, asked, { readTime })
    return documents.map(({ path }) => path)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.persistence.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

export function set(path: string, data: Readonly<Record<string, Plain>>): Extract<Mutation, { kind: 'set' }> {
  return { kind: 'set', path, fields: fieldsOf(data), transforms: [], precondition: { kind: 'none' } }
}

/** A query of one collection, given by its path. */
/** Makes the document where there is none. */
export function transform(path: string, ...transforms: Transform[]): Mutation {
  return { kind: 'set', path, fields: new Map(), mask: [], transforms, precondition: { kind: 'none' } }
}

export function increment(path: string, field: string, operand: Value = { kind: 'integer', value: 1n }): Mutation {
  return transform(path, { kind: 'increment', field: [field], operand })
}

export function remove(path: string, precondition: Mutation['precondition'] = { kind: 'none' }): Mutation {
  return { kind: 'delete', path, precondition }
}

export function query(collection: string, more: Partial<Query> = {}): Query {
  const slash = collection.lastIndexOf('/')
  return {
    parent: slash < 0 ? '' : collection.slice(0, slash),
    collectionId: collection.slice(slash + 1),
    allDescendants: false,
    orderBy: [],
    offset: 0,
    ...more,
  }
}

/** The same store with its reads done another way: a test counts them or holds them up. */
export function withReads(store: ProjectStore, read: ProjectStore['read']): ProjectStore {
  return {
    read,
    getDocuments: (keys) => store.getDocuments(keys),
    getRecord: (space, key) => store.getRecord(space, key),
    documentCount: () => store.documentCount(),
    get isReady() {
      return store.isReady
    },
    lastVersion: () => store.lastVersion(),
    readTime: () => store.readTime(),
    raiseFloor: (time) => store.raiseFloor(time),
    lastChange: () => store.lastChange(),
    follow: (onPush) => store.follow(onPush),
    commit: (batch) => store.commit(batch),
    latched: store.latched,
  }
}

export function by(field: string, direction: Order['direction'] = 'ascending'): Order {
  return { field: [field], direction }
}

export function fieldsOf(data: Readonly<Record<string, Plain>>): Fields {
  return new Map(Object.entries(data).map(([name, plain]) => [name, valueOf(plain)]))
}

export function valueOf(plain: Plain): Value {
  if (plain === null) return { kind: 'null' }
  switch (typeof plain) {
    case 'boolean':
      return { kind: 'boolean', value: plain }
    case 'number':
      return Number.isInteger(plain) ? { kind: 'integer', value: BigInt(plain) } : { kind: 'double', value: plain }
    case 'string':
      return { kind: 'string', value: plain }
    default:
      if (Array.isArray(plain)) return { kind: 'array', values: plain.map(valueOf) }
      if (typeof (plain as { kind?: unknown }).kind === 'string') return plain as Value
      return { kind: 'map', fields: fieldsOf(plain as Readonly<Record<string, Plain>>) }
  }
}

function gateOf(rules: string, storeOf: (project: string) => Promise<ProjectStore>, clock: Clock): Gate {
  const ruleset = compileRules([{ name: 'firestore.rules', content: rules }], 'cloud.firestore')
  if (ruleset === undefined) throw new Error('the rules have errors')
  return new RulesGate({
    mode: 'start',
    consoleProject: 'console',
    findRules: () => ({ kind: 'rules', ruleset }),
    async findDocument(project, database, path) {
      const [stored] = await (await storeOf(project)).getDocuments([{ database, path }])
      return stored
    },
    clock,
  })
}

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }
