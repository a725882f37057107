import { StatusError, type Version } from '@hearth/model'
import type { Topic } from '../lib/topic.ts'
import type { Gate } from '../access/gate.ts'
import type { Clock, Log, Random } from '../lib/ambient.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import type { Projects } from '../projects/projects.ts'
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
import { Publisher } from './publisher.ts'
import { SearchTurns } from './search-turns.ts'
import { RecentChanges } from './transactions/recent-changes.ts'
import { Transactions } from './transactions/transactions.ts'
import { VersionSource } from './version-source.ts'
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
export interface ProjectRoom {
  readonly project: string
  readonly store: ProjectStore
  readonly gate: Gate
  readonly rulesChanges: Topic<string | undefined>
  readonly clock: Clock
  readonly log: Log
  readonly ownMemory: RequestMemory
  readonly databases: ProjectDatabases
  readonly expiry: ExpiryPolicies
  readonly indexes: CompositeIndexes
  readonly fieldOverrides: FieldOverrides
  readonly indexBuilder: IndexBuilder
  readonly indexAdvisor: IndexAdvisor
  readonly locks: WriteLocks
  readonly versions: VersionSource
  readonly inFlight: InFlightDocuments
  readonly publisher: Publisher
  readonly transactions: Transactions
  readonly recentChanges: RecentChanges
  readonly searches: SearchTurns
  readonly hub: ListenHub
  readonly isReserveReached: () => Promise<boolean>
}

/** Finds the room of a project, at once when it is open. Rejects as `Projects.store` throws. */
export type FindRoom = (project: string) => ProjectRoom | Promise<ProjectRoom>

export interface Rooms {
  readonly find: FindRoom
  /**
   * The store of the project's room is closed for good: who listens there is ended with `unavailable`/`PROJECT_BEING_RESTORED` and comes back to
   * another. Returns the last version that was handed out there; 0 when nobody was there.
   */
  readonly leave: (project: string) => Version
}

export function createRooms(options: DocumentsOptions): Rooms {
  // By store, so that a project that was removed and made anew begins afresh.
  const rooms = new WeakMap<ProjectStore, ProjectRoom>()
  const opened = new WeakMap<ProjectRoom, Promise<void>>()
  /** The newest of each project, for as long as somebody else holds it. */
  const newest = new Map<string, WeakRef<ProjectRoom>>()
  let last: ProjectRoom | undefined
  const open = async (project: string): Promise<ProjectRoom> => {
    const store = await options.projects.store(project)
    let room = rooms.get(store)
    if (room === undefined) {
      room = createRoom(project, store, options)
      rooms.set(store, room)
      newest.set(project, new WeakRef(room))
    }
    // Nobody reads or writes before its indexes are known.
    let opening = opened.get(room)
    if (opening === undefined) {
      opening = openRoom(room, options)
      opened.set(room, opening)
      opening.catch(() => opened.delete(room))
    }
    await opening
    last = room
    return room
  }
  // Mostly the same as before, and then there is nothing to look up.
  const find: FindRoom = (project) => (last?.project === project && last.store.isReady ? last : open(project))
  const leave = (project: string): Version => {
    const room = newest.get(project)?.deref()
    newest.delete(project)
    if (last?.project === project) last = undefined
    const text = 'This project is being restored from a backup. Listen again.'
    room?.hub.endAll(new StatusError('unavailable', 'PROJECT_BEING_RESTORED', text))
    return room?.versions.last ?? 0
  }
  return { find, leave }
}

async function openRoom(room: ProjectRoom, { declaredIndexesOf }: DocumentsOptions): Promise<void> {
  await Promise.all([room.fieldOverrides.load(), room.indexes.load()])
  for (const [database, declared] of declaredIndexesOf?.(room.project) ?? []) {
    try {
      await declareIndexes(room, database, declared, { isWhole: true })
    } catch (err) {
      if (!(err instanceof StatusError)) throw err
      room.log.error({ err, project: room.project, database }, 'not all declared indexes could be taken up')
    }
  }
}

/** A room that nobody else is in. */
export function createRoom(
  project: string,
  store: ProjectStore,
  options: Omit<DocumentsOptions, 'projects'>,
): ProjectRoom {
  const durable = (): Version => store.lastVersion()
  const versions = new VersionSource(options.clock, durable)
  const indexes = new CompositeIndexes(store, options.clock, options.random)
  const fieldOverrides = new FieldOverrides(store, options.clock)
  const recentChanges = new RecentChanges()
  const publisher = new Publisher(versions, durable(), (changes) => options.onPublished?.(project, changes))
  return {
    project,
    store,
    gate: options.gate,
    rulesChanges: options.rulesChanges,
    clock: options.clock,
    log: options.log,
    ownMemory: options.ownMemory,
    databases: new ProjectDatabases({
      project,
      store,
      versions,
      random: options.random,
      isMadeOnFirstUse: options.isDatabaseMadeOnFirstUse,
    }),
    expiry: new ExpiryPolicies(store, options.clock, { isIgnored: project === options.projectWithoutExpiry }),
    indexes,
    fieldOverrides,
    indexBuilder: new IndexBuilder(options.log),
    indexAdvisor: new IndexAdvisor(options.clock),
    locks: new WriteLocks(),
    versions,
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
      versions,
      publisher,
      clock: options.clock,
      random: options.random,
      log: options.log,
      ownMemory: options.ownMemory,
    }),
  }
}
