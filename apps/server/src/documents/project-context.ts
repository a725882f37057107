import { StatusError, type Version } from '@hearth/model'
import type { Topic } from '../lib/topic.ts'
import type { Gate } from '../access/gate.ts'
import type { Clock, Log, Random } from '../lib/ambient.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import type { Projects } from '../projects/projects.ts'
import { Catalogue } from './catalogue.ts'
import { ProjectDatabases } from './databases/project-databases.ts'
import type { CommittedChanges } from './document-delta.ts'
import { ExpiryPolicies } from './expiry/expiry-policies.ts'
import { CompositeIndexes } from './indexes/composite-indexes.ts'
import type { RequestMemory } from './held-memory.ts'
import { declareIndexes, type IndexDeclarations } from './indexes/declare-indexes.ts'
import { FieldOverrides } from './indexes/field-overrides.ts'
import { IndexAdvisor } from './indexes/index-advisor.ts'
import { IndexBuilder } from './indexes/index-builder.ts'
import { InFlightDocuments } from './in-flight.ts'
import { ListenHub } from './listen/listen-hub.ts'
import { ProjectTimes } from './project-times.ts'
import { Publisher } from './publisher.ts'
import { SearchTurns } from './search-turns.ts'
import { RecentChanges } from './transactions/recent-changes.ts'
import { Transactions } from './transactions/transactions.ts'
import { WriteLocks } from './write-locks.ts'

export interface DocumentsOptions {
  readonly projects: Pick<Projects, 'store'>
  readonly gate: Gate
  /** The project whose rules have changed; undefined: all of them. */
  readonly rulesChanges: Topic<string | undefined>
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Told of each durable commit; must not throw and must not wait. */
  readonly onPublished?: (project: string, changes: CommittedChanges) => void
  /** What the databases of a project are to index besides what they know; asked once, when the project is first used. */
  readonly declaredIndexesOf?: (project: string) => ReadonlyMap<string, IndexDeclarations>
  /** The documents of this project never expire. */
  readonly projectWithoutExpiry?: string
  /** A database that nobody created is created when it is first named. */
  readonly isDatabaseMadeOnFirstUse: boolean
  /** Counts what the server reads for nobody's request. */
  readonly ownMemory: RequestMemory
  /** Whether no more is left of the disk than what servers and operators need; absent: never. */
  readonly isReserveReached?: (project: string) => Promise<boolean>
}

/** What the operations on the documents of one project share, for as long as its store lives. */
export interface ProjectContext {
  readonly project: string
  readonly store: ProjectStore
  readonly gate: Gate
  readonly rulesChanges: Topic<string | undefined>
  readonly clock: Clock
  readonly log: Log
  readonly ownMemory: RequestMemory
  readonly databases: ProjectDatabases
  readonly expiry: ExpiryPolicies
  readonly catalogue: Catalogue
  readonly indexes: CompositeIndexes
  readonly fieldOverrides: FieldOverrides
  readonly indexBuilder: IndexBuilder
  readonly indexAdvisor: IndexAdvisor
  readonly locks: WriteLocks
  readonly times: ProjectTimes
  readonly inFlight: InFlightDocuments
  readonly publisher: Publisher
  readonly transactions: Transactions
  readonly recentChanges: RecentChanges
  readonly searches: SearchTurns
  readonly hub: ListenHub
  readonly isReserveReached: () => Promise<boolean>
}

/** Finds the context of a project, at once when it is open. Rejects as `Projects.store` throws. */
export type FindProjectContext = (project: string) => ProjectContext | Promise<ProjectContext>

export interface ProjectContexts {
  readonly find: FindProjectContext
  /**
   * The store of the project's context is closed for good: who listens there is ended with `unavailable`/`PROJECT_BEING_RESTORED` and comes back to
   * another. Returns the latest time that was handed out there; 0 when nobody was there.
   */
  readonly end: (project: string) => Version
}

export function createProjectContexts(options: DocumentsOptions): ProjectContexts {
  // By store, so that a project that was removed and made anew begins afresh.
  const contexts = new WeakMap<ProjectStore, ProjectContext>()
  const opened = new WeakMap<ProjectContext, Promise<void>>()
  /** The newest of each project, for as long as somebody else holds it. */
  const newest = new Map<string, WeakRef<ProjectContext>>()
  let last: ProjectContext | undefined
  const open = async (project: string): Promise<ProjectContext> => {
    const store = await options.projects.store(project)
    let context = contexts.get(store)
    if (context === undefined) {
      context = createProjectContext(project, store, options)
      contexts.set(store, context)
      newest.set(project, new WeakRef(context))
    }
    // Nobody reads or writes before its indexes are known.
    let opening = opened.get(context)
    if (opening === undefined) {
      opening = openContext(context, options)
      opened.set(context, opening)
      opening.catch(() => opened.delete(context))
    }
    await opening
    last = context
    return context
  }
  // Mostly the same as before, and then there is nothing to look up.
  const find: FindProjectContext = (project) => (last?.project === project && last.store.isReady ? last : open(project))
  const end = (project: string): Version => {
    const context = newest.get(project)?.deref()
    newest.delete(project)
    if (last?.project === project) last = undefined
    const text = 'This project is being restored from a backup. Listen again.'
    context?.hub.endAll(new StatusError('unavailable', 'PROJECT_BEING_RESTORED', text))
    return context?.times.last ?? 0
  }
  return { find, end }
}

async function openContext(context: ProjectContext, { declaredIndexesOf }: DocumentsOptions): Promise<void> {
  await context.catalogue.load()
  for (const [database, declared] of declaredIndexesOf?.(context.project) ?? []) {
    try {
      await declareIndexes(context, database, declared, { isWhole: true })
    } catch (err) {
      if (!(err instanceof StatusError)) throw err
      context.log.error({ err, project: context.project, database }, 'not all declared indexes could be taken up')
    }
  }
}

/** A context that nobody else uses. */
export function createProjectContext(
  project: string,
  store: ProjectStore,
  options: Omit<DocumentsOptions, 'projects'>,
): ProjectContext {
  const times = new ProjectTimes(options.clock, store)
  const catalogue = new Catalogue(store)
  const indexes = new CompositeIndexes(catalogue, options.clock, options.random)
  const fieldOverrides = new FieldOverrides(catalogue, options.clock)
  const databases = new ProjectDatabases({
    project,
    store,
    catalogue,
    times,
    random: options.random,
    isMadeOnFirstUse: options.isDatabaseMadeOnFirstUse,
  })
  for (const part of [databases, indexes, fieldOverrides]) catalogue.add(part)
  const recentChanges = new RecentChanges()
  const publisher = new Publisher({
    store,
    log: options.log,
    onPublished: (changes) => options.onPublished?.(project, changes),
    onRead: (version) => recentChanges.miss(version),
  })
  return {
    project,
    store,
    gate: options.gate,
    rulesChanges: options.rulesChanges,
    clock: options.clock,
    log: options.log,
    ownMemory: options.ownMemory,
    databases,
    expiry: new ExpiryPolicies(store, options.clock, { isIgnored: project === options.projectWithoutExpiry }),
    catalogue,
    indexes,
    fieldOverrides,
    indexBuilder: new IndexBuilder(options.log),
    indexAdvisor: new IndexAdvisor(options.clock),
    locks: new WriteLocks(),
    times,
    inFlight: new InFlightDocuments(),
    publisher,
    transactions: new Transactions(options.clock, options.random, options.ownMemory, () => recentChanges.stop()),
    recentChanges,
    searches: new SearchTurns(),
    isReserveReached: async () => (await options.isReserveReached?.(project)) ?? false,
    hub: new ListenHub({
      project,
      store,
      indexes,
      fieldOverrides,
      times,
      publisher,
      clock: options.clock,
      catalogue,
      log: options.log,
      ownMemory: options.ownMemory,
    }),
  }
}
