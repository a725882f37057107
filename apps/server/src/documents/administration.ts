import { compositeRange, type ScopedIndexes, StatusError, type Version } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import type { Database } from './databases/database.ts'
import { deleteAllDocuments } from './databases/delete-documents.ts'
import type { CommitResult, DatabaseRef } from './documents.ts'
import { deleteExpired } from './expiry/delete-expired.ts'
import type { ExpiryPolicy } from './expiry/expiry-policies.ts'
import {
  type Change,
  type DeletedDocument,
  type DeletedPage,
  listChanges,
  listDeleted,
  listVersions,
  type PastVersion,
} from './history/history.ts'
import { type EarlierVersion, restoreVersion } from './history/restore-version.ts'
import type { IndexDefinition, KeptIndex } from './indexes/composite-index-record.ts'
import {
  declareIndex,
  type DeclaredResult,
  declareIndexes,
  type IndexDeclarations,
  type OverriddenField,
  setOverride,
} from './indexes/declare-indexes.ts'
import type { GroupOverrides } from './indexes/field-overrides.ts'
import type { FindProjectContext, ProjectContext } from './project-context.ts'
import { findMentions, type Mentions } from './query/find-mentions.ts'
import { readStateAt } from './read-state.ts'

/** Keys of an index that are counted. */
const COUNTED_MAX = 100_000

/** Looks after the databases of all projects. Asks no gate: whoever calls has checked that the caller may. */
export interface DocumentAdministration {
  listDatabases(project: string): Promise<Database[]>
  /** Throws `not-found`/`DATABASE_NOT_FOUND`. */
  getDatabase(project: string, id: string): Promise<Database>
  createDatabase(project: string, id: string, options: { isDeleteProtected: boolean }): Promise<Database>
  setDeleteProtection(project: string, id: string, isDeleteProtected: boolean): Promise<Database>
  /** To clients it is gone when this resolves; its documents go in the background. */
  deleteDatabase(project: string, id: string): Promise<Database>
  /** Whether the documents of a deleted database are all gone. */
  isDeleted(project: string, uid: string): Promise<boolean>

  listExpiryPolicies(project: string, database: string): Promise<ExpiryPolicy[]>
  setExpiryPolicy(project: string, database: string, collectionGroup: string, field: string): Promise<ExpiryPolicy>
  removeExpiryPolicy(project: string, database: string, collectionGroup: string): Promise<void>

  /** With those that are being built or removed. */
  listIndexes(project: string, database: string): Promise<KeptIndex[]>
  /** How many keys an index has; undefined for more than 100,000. */
  countEntries(project: string, index: KeptIndex): Promise<number | undefined>
  /** Is built in the background; throws `invalid-argument`, `already-exists`/`INDEX_EXISTS`. */
  createIndex(project: string, definition: IndexDefinition): Promise<KeptIndex>
  /** Nothing reads it from now on; its keys go in the background. Throws `not-found`/`INDEX_NOT_FOUND`. */
  removeIndex(project: string, database: string, id: string): Promise<void>

  /** What single fields are indexed otherwise than by default, by collection group. */
  listFieldOverrides(project: string, database: string): Promise<GroupOverrides[]>
  /**
   * Indexes a field as told, or by default for `indexes` undefined. The keys of existing documents follow in the
   * background. Throws `invalid-argument`, `resource-exhausted`, `aborted`/`FIELDS_CHANGING`.
   */
  setFieldOverride(project: string, field: OverriddenField, indexes: ScopedIndexes | undefined): Promise<void>
  /** As `declareIndexes` of `indexes/declare-indexes.ts`. */
  declareIndexes(
    project: string,
    database: string,
    declared: IndexDeclarations,
    options: { isWhole: boolean },
  ): Promise<DeclaredResult>

  /** What became of a document within the window of history, the newest first. Throws `invalid-argument` for a bad token. */
  listVersions(
    at: DatabaseRef,
    path: string,
    page: { pageSize: number; pageToken: string | undefined },
  ): Promise<{ versions: PastVersion[]; nextPageToken?: string }>
  /** Documents that were deleted within the window of history and are not there again, the newest first. Throws `invalid-argument`. */
  listDeleted(at: DatabaseRef, page: DeletedPage): Promise<{ deleted: DeletedDocument[]; nextPageToken?: string }>
  /** Writes a document as it was, in the name of the caller, whom the gate is asked about. See `restoreVersion`. */
  restoreVersion(caller: Caller, at: DatabaseRef, path: string, earlier: EarlierVersion): Promise<CommitResult>
  /** Where an id, such as that of a user, is named in a database. Throws `not-found`/`DATABASE_NOT_FOUND`. */
  findMentions(at: DatabaseRef, id: string): Promise<Mentions>
  /** Changes of all databases after a version, the oldest first; whole commits, so a page may be longer than asked. */
  listChanges(project: string, after: Version, pageSize: number): Promise<Change[]>

  /** What has to be done from time to time: expired documents, databases whose deletion was interrupted. */
  keepUp(project: string): Promise<void>
}

/** `sweepsMayRun`: whether the clock is believed, so that documents may expire. */
export function createDocumentAdministration(
  contextOf: FindProjectContext,
  sweepsMayRun: () => boolean,
): DocumentAdministration {
  /** Deletions under way, by the uid of the database. */
  const deleting = new Map<string, Promise<void>>()
  const startDeleting = (context: ProjectContext, { id, uid }: Database): Promise<void> => {
    let work = deleting.get(uid)
    if (work === undefined) {
      work = finishDeleting(context, id).finally(() => deleting.delete(uid))
      deleting.set(uid, work)
    }
    return work
  }
  /** Projects that had nothing to do at the last look, so that they may rest. */
  const quiet = new Map<string, { indexes: ProjectContext['indexes']; revision: number }>()
  return {
    listDatabases: async (project) => (await contextOf(project)).databases.list(),
    getDatabase: async (project, id) => (await contextOf(project)).databases.get(id),
    createDatabase: async (project, id, options) => (await contextOf(project)).databases.create(id, options),
    setDeleteProtection: async (project, id, isOn) =>
      (await contextOf(project)).databases.setDeleteProtection(id, isOn),
    async deleteDatabase(project, id) {
      const context = await contextOf(project)
      const database = await context.databases.beginDelete(id)
      quiet.delete(project)
      // What interrupts it, such as the end of the process, is made good by `keepUp`.
      startDeleting(context, database).catch((err: unknown) => {
        context.log.warn({ err, project, database: id }, 'the documents of a deleted database are not all gone yet')
      })
      return database
    },
    async isDeleted(project, uid) {
      const remaining = await (await contextOf(project)).databases.listBeingDeleted()
      return remaining.every((database) => database.uid !== uid)
    },

    async listExpiryPolicies(project, database) {
      const context = await contextOf(project)
      await context.databases.require(database)
      return await context.expiry.list(database)
    },
    async setExpiryPolicy(project, database, collectionGroup, field) {
      const context = await contextOf(project)
      await context.databases.require(database)
      quiet.delete(project)
      return await context.expiry.set(database, collectionGroup, field)
    },
    async removeExpiryPolicy(project, database, collectionGroup) {
      const context = await contextOf(project)
      await context.databases.require(database)
      await context.expiry.remove(database, collectionGroup)
    },

    async listIndexes(project, database) {
      const context = await contextOf(project)
      await context.databases.require(database)
      return context.indexes.list(database)
    },
    async countEntries(project, index) {
      const context = await contextOf(project)
      const range = compositeRange(index)
      const count = await context.store.read((snapshot) => snapshot.countIndex(range, COUNTED_MAX + 1))
      return count > COUNTED_MAX ? undefined : count
    },
    async createIndex(project, definition) {
      const context = await contextOf(project)
      await context.databases.require(definition.database)
      quiet.delete(project)
      return await declareIndex(context, definition)
    },
    async removeIndex(project, database, id) {
      const context = await contextOf(project)
      if (context.indexes.get(id).database !== database) {
        throw new StatusError('not-found', 'INDEX_NOT_FOUND', `There is no index ${id}.`)
      }
      quiet.delete(project)
      await context.indexes.setState(id, 'removing')
    },

    async listFieldOverrides(project, database) {
      const context = await contextOf(project)
      await context.databases.require(database)
      return context.fieldOverrides.list(database)
    },
    async setFieldOverride(project, field, indexes) {
      const context = await contextOf(project)
      await context.databases.require(field.database)
      quiet.delete(project)
      await setOverride(context, field, indexes)
    },
    async declareIndexes(project, database, declared, options) {
      const context = await contextOf(project)
      await context.databases.require(database)
      quiet.delete(project)
      return await declareIndexes(context, database, declared, options)
    },
    listVersions: async (at, path, page) => listVersions(await contextOf(at.project), at, path, page),
    listDeleted: async (at, page) => listDeleted(await contextOf(at.project), at, page),
    restoreVersion: async (caller, at, path, earlier) =>
      restoreVersion(await contextOf(at.project), caller, at, path, earlier),
    async findMentions({ project, database }, id) {
      const context = await contextOf(project)
      await context.databases.require(database)
      return await readStateAt(context, database, undefined, ({ view }) => findMentions(view, id))
    },
    listChanges: async (project, after, pageSize) => listChanges(await contextOf(project), after, pageSize),

    async keepUp(project) {
      // Queries and writes change the states of indexes, too.
      const rest = quiet.get(project)
      if (rest !== undefined && rest.indexes.revision === rest.revision) return
      const context = await contextOf(project)
      // One that fails must not keep the others from being done.
      const failures: unknown[] = []
      const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
        try {
          return await work()
        } catch (error) {
          failures.push(error)
          return undefined
        }
      }
      for (const database of await context.databases.listBeingDeleted())
        await attempt(() => startDeleting(context, database))
      const policies = await context.expiry.listInForce()
      for (const policy of sweepsMayRun() ? policies : []) await attempt(() => deleteExpired(context, policy))
      // What changes meanwhile is for the next time.
      const { revision } = context.indexes
      const isIdle = await attempt(() => context.indexBuilder.keepUp(context))
      if (failures.length === 1) throw failures[0]
      if (failures.length > 1) throw new AggregateError(failures, 'Several parts of the upkeep failed.')
      if (policies.length === 0 && isIdle === true) {
        quiet.set(project, { indexes: context.indexes, revision })
      }
    },
  }
}

async function finishDeleting(context: ProjectContext, id: string): Promise<void> {
  await deleteAllDocuments(context, { project: context.project, database: id })
  await context.expiry.removeAll(id)
  await context.fieldOverrides.removeAll(id)
  for (const index of context.indexes.list(id)) await context.indexes.setState(index.id, 'removing')
  await context.databases.finishDelete(id)
}
