import { StatusError } from '@hearth/model'
import type { Random } from '../../lib/ambient.ts'
import type { ProjectStore, ReadSnapshot } from '../../persistence/persistence.ts'
import type { StoredRecord } from '../../persistence/stored-record.ts'
import type { Catalogue, CataloguePart } from '../catalogue.ts'
import type { ProjectTimes } from '../project-times.ts'
import { type Database, DATABASES_MAX, DEFAULT_DATABASE, validateDatabaseId } from './database.ts'

const SPACE = 'database'

interface Known {
  readonly database: Database
  /** Of its record; 0 for the default database, which has none until something about it is changed. */
  readonly revision: number
}

export interface ProjectDatabasesOptions {
  readonly project: string
  readonly store: ProjectStore
  readonly catalogue: Pick<Catalogue, 'commit'>
  readonly times: Pick<ProjectTimes, 'present'>
  readonly random: Random
  /** A database that nobody created is created when it is first named, as `hearth dev` has it. */
  readonly isMadeOnFirstUse: boolean
}

/** The databases of one project: a part of its catalogue. The default one is always there. */
export class ProjectDatabases implements CataloguePart {
  readonly #options: ProjectDatabasesOptions
  #known = new Map<string, Known>()

  constructor(options: ProjectDatabasesOptions) {
    this.#options = options
  }

  async read(snapshot: ReadSnapshot): Promise<() => void> {
    // Under `hearth dev` anybody may name as many as they like.
    const records = await snapshot.listRecords(SPACE, {}, { limit: 10_000, reverse: false })
    const known = new Map(records.map((record): [string, Known] => [record.key, parse(record)]))
    if (!known.has(DEFAULT_DATABASE)) {
      const database = {
        id: DEFAULT_DATABASE,
        uid: this.#options.project,
        createdAt: 0,
        isDeleteProtected: false,
        isBeingDeleted: false,
      }
      known.set(DEFAULT_DATABASE, { database, revision: 0 })
    }
    return () => {
      this.#known = known
    }
  }

  /** Throws `not-found`/`DATABASE_NOT_FOUND` unless requests to the database may be answered. */
  async require(id: string): Promise<void> {
    const known = this.#known
    const { isMadeOnFirstUse } = this.#options
    if (known.get(id)?.database.isBeingDeleted === false) return
    if (!isMadeOnFirstUse || known.has(id)) throw this.#notFound(id)
    await this.#make(id)
  }

  /** The default one first, then in the order of their ids; without those that are being deleted. */
  async list(): Promise<Database[]> {
    return [...this.#known.values()]
      .map(({ database }) => database)
      .filter(({ isBeingDeleted }) => !isBeingDeleted)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  }

  async listBeingDeleted(): Promise<Database[]> {
    return [...this.#known.values()].map(({ database }) => database).filter((one) => one.isBeingDeleted)
  }

  /** Throws `not-found`/`DATABASE_NOT_FOUND`. */
  async get(id: string): Promise<Database> {
    return (await this.#find(id)).database
  }

  /** Throws `invalid-argument`, `already-exists`/`DATABASE_EXISTS`, `failed-precondition`/`TOO_MANY_DATABASES`. */
  async create(id: string, { isDeleteProtected }: { isDeleteProtected: boolean }): Promise<Database> {
    validateDatabaseId(id)
    const known = this.#known
    if (known.get(id)?.database.isBeingDeleted) {
      const text = `The database ${id} is still being deleted. Try again when that has ended.`
      throw new StatusError('failed-precondition', 'DATABASE_BEING_DELETED', text)
    }
    if (known.has(id)) throw alreadyExists(id)
    if (known.size >= DATABASES_MAX) {
      throw new StatusError(
        'failed-precondition',
        'TOO_MANY_DATABASES',
        `A project has at most ${DATABASES_MAX} databases.`,
      )
    }
    return await this.#put({ ...(await this.#fresh(id)), isDeleteProtected }, 0)
  }

  async setDeleteProtection(id: string, isDeleteProtected: boolean): Promise<Database> {
    const { database, revision } = await this.#find(id)
    return await this.#put({ ...database, isDeleteProtected }, revision)
  }

  /** From here on clients don't find it. Throws `failed-precondition` for the default and for a protected one. */
  async beginDelete(id: string): Promise<Database> {
    const { database, revision } = await this.#find(id)
    if (id === DEFAULT_DATABASE) {
      const text = 'The default database can be emptied, and goes with its project.'
      throw new StatusError('failed-precondition', 'DEFAULT_DATABASE', text)
    }
    if (database.isDeleteProtected) {
      const text = `The database ${id} is protected from deletion. Take the protection away first.`
      throw new StatusError('failed-precondition', 'DELETE_PROTECTED', text)
    }
    return await this.#put({ ...database, isBeingDeleted: true }, revision)
  }

  /** Its documents are gone. */
  async finishDelete(id: string): Promise<void> {
    await this.#options.catalogue.commit({ records: [{ space: SPACE, key: id, value: undefined }] })
    this.#known.delete(id)
  }

  async #find(id: string): Promise<Known> {
    const known = this.#known.get(id)
    if (known === undefined || known.database.isBeingDeleted) throw this.#notFound(id)
    return known
  }

  async #make(id: string): Promise<void> {
    try {
      await this.#put(await this.#fresh(id), 0)
    } catch (error) {
      // Somebody else named it first at the same time.
      if (!(error instanceof StatusError) || error.code !== 'already-exists') throw error
    }
  }

  async #fresh(id: string): Promise<Database> {
    const { times, random } = this.#options
    const uid = random.bytes(16).toString('hex')
    // Not by the clock alone: whatever is read or written in it from here on is dated at or after it.
    const createdAt = await times.present()
    return { id, uid, createdAt, isDeleteProtected: false, isBeingDeleted: false }
  }

  async #put(database: Database, revision: number): Promise<Database> {
    const { store, catalogue } = this.#options
    const { id } = database
    const before = this.#known.get(id)
    // Nobody is let in whose commit would rest on what comes next.
    if (database.isBeingDeleted) this.#known.set(id, { database, revision })
    try {
      await catalogue.commit({
        expect: [{ kind: 'record', space: SPACE, key: id, revision }],
        records: [{ space: SPACE, key: id, value: JSON.stringify(database) }],
      })
    } catch (error) {
      if (before !== undefined) this.#known.set(id, before)
      if (!(error instanceof StatusError) || error.reason !== 'CONFLICT') throw error
      if (revision === 0) throw alreadyExists(id)
      throw new StatusError(
        'aborted',
        'DATABASE_CHANGED',
        `The database ${id} was changed at the same time. Try again.`,
      )
    }
    const record = await store.getRecord(SPACE, id)
    this.#known.set(id, { database, revision: record?.revision ?? 0 })
    return database
  }

  #notFound(id: string): StatusError {
    const text = `The database ${id} does not exist for project ${this.#options.project}.`
    return new StatusError('not-found', 'DATABASE_NOT_FOUND', text)
  }
}

function parse({ value, revision }: StoredRecord): Known {
  return { database: JSON.parse(value) as Database, revision }
}

function alreadyExists(id: string): StatusError {
  return new StatusError('already-exists', 'DATABASE_EXISTS', `Database already exists: ${id}.`)
}
