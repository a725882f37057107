import { StatusError } from '@hearth/model'
import type { Clock, Random } from '../lib/ambient.ts'
import { beginGracePeriod, type GracePeriod } from '../lib/grace-period.ts'
import type { Persistence, ProjectStore } from '../persistence/persistence.ts'
import type { StoredRecord } from '../persistence/stored-record.ts'
import { type ApiKey, type KeyUse, mayUse } from './api-key.ts'
import { ApiKeys } from './api-keys.ts'
import { newProjectNumber } from './app-identifiers.ts'
import { BoundedCache } from '../lib/bounded-cache.ts'
import { BucketNames } from './bucket-names.ts'
import {
  CONSOLE_PROJECT,
  isEmulatedProjectId,
  isProjectId,
  projectIdInApiKey,
  projectIdInBucket,
  validateProjectId,
} from './project-id.ts'
import { ProjectApps } from './project-apps.ts'
import type { App, AppChanges, NewApp, Project, Projects } from './projects.ts'

export interface ProjectRegistryOptions {
  readonly persistence: Persistence
  readonly clock: Clock
  readonly random: Random
  readonly mode: 'start' | 'dev'
  /** What a key that names no project stands for under `hearth dev`. */
  readonly defaultProject: string
  /** Told of each project that `hearth dev` made on its first use. */
  readonly onFirstUse?: (project: Project) => void
}

/** As kept in the space `project`. */
interface ProjectEntry {
  readonly name: string
  readonly number: string
  readonly createdAt: number
  /** Deleted, and can be taken back: nobody finds it, and everything of it is there. */
  readonly deleted?: GracePeriod | undefined
  /** Of a project that was deleted for good, whose id is not given again. */
  readonly withdrawnAt?: number
  /** Nothing is left of the deleted project. */
  readonly isGone?: boolean
}

/** A project that was deleted and can be taken back. */
export interface DeletedProject extends Project {
  readonly deleted: GracePeriod
}

const CACHED_PROJECTS = 10_000
const PAGE_SIZE = 500

/**
 * The registry, kept as records of the project `console`:
 * `project` by id, `project-number` (number → id, so that a number is used once), `api-key` (key → project and app), and those of `ProjectApps` and
 * `BucketNames`.
 */
export class ProjectRegistry implements Projects {
  readonly #options: ProjectRegistryOptions
  readonly #projects = new BoundedCache<Project>(CACHED_PROJECTS)
  readonly #apps: ProjectApps
  /** Grows with each project that is deleted, so that what was read before is not kept after it. */
  #deletions = 0
  /** First uses under way, so that simultaneous requests make one project. */
  readonly #beingMade = new Map<string, Promise<Project>>()

  readonly apiKeys: ApiKeys
  readonly bucketNames: BucketNames

  constructor(options: ProjectRegistryOptions) {
    this.#options = options
    this.apiKeys = new ApiKeys(options)
    this.#apps = new ProjectApps({
      ...options,
      apiKeys: this.apiKeys,
      getProject: (id) => this.#get(id),
      hasProject: async (project) => (await this.#read(project)) !== undefined,
    })
    this.bucketNames = new BucketNames(options.persistence)
  }

  get(project: string): Promise<Project> {
    return this.#get(project)
  }

  /** Undefined where there is none; never creates. */
  async find(project: string): Promise<Project | undefined> {
    return isEmulatedProjectId(project) ? await this.#read(project) : undefined
  }

  async list(): Promise<Project[]> {
    return (await this.#listRecords()).filter(isFound).map(parseProject)
  }

  async create(project: { id: string; name: string }): Promise<Project> {
    validateProjectId(project.id)
    return await this.#create(project)
  }

  /**
   * The project is not found from now on, and what belongs to it neither; it can be taken back. Throws `not-found`/`PROJECT_NOT_FOUND`, also where
   * it is deleted already.
   */
  async delete(id: string): Promise<DeletedProject> {
    await this.#get(id)
    const deleted = beginGracePeriod(this.#options.clock.nowMs())
    const project = await this.#change(id, isFound, (entry) => ({ ...entry, deleted }))
    this.#forget(id)
    return { ...project, deleted }
  }

  /** It is found again, with all that belongs to it. Throws `not-found`/`PROJECT_NOT_FOUND` where it is not deleted, or for good. */
  async undelete(id: string): Promise<void> {
    await this.#change(id, isDeleted, (entry) => ({ ...entry, deleted: undefined }))
  }

  /** Time goes on for a deleted project. Throws as `undelete`. */
  async keepDeleted(id: string, deleted: GracePeriod): Promise<void> {
    await this.#change(id, isDeleted, (entry) => ({ ...entry, deleted }))
  }

  /** Those that can be taken back. */
  async listDeleted(): Promise<DeletedProject[]> {
    const records = (await this.#listRecords()).filter(isDeleted)
    return records.map((record) => ({ ...parseProject(record), deleted: deletedOf(record) }))
  }

  /** Throws as `undelete`. */
  async getDeleted(id: string): Promise<DeletedProject> {
    const record = isProjectId(id) ? await (await this.#registry()).getRecord('project', id) : undefined
    if (record === undefined || !isDeleted(record)) throw projectNotFound()
    return { ...parseProject(record), deleted: deletedOf(record) }
  }

  /** A deleted project can't be taken back any more, and its apps and keys are gone. Throws as `undelete`. */
  async withdraw(id: string): Promise<void> {
    const registry = await this.#registry()
    const record = await registry.getRecord('project', id)
    if (record === undefined || !isDeleted(record)) throw projectNotFound()
    const project = parseProject(record)
    const [apps, keys] = await Promise.all([this.#apps.list(project), this.apiKeys.list(id)])
    const { name, number, createdAt } = project
    const entry: ProjectEntry = { name, number, createdAt, withdrawnAt: this.#options.clock.nowMs() }
    await registry.commit({
      expect: [{ kind: 'record', space: 'project', key: id, revision: record.revision }],
      records: [
        { space: 'project', key: id, value: JSON.stringify(entry) },
        ...apps.flatMap((app) => this.#apps.removalOf(app)),
        ...this.apiKeys.removalsOf(keys),
        ...this.bucketNames.removalsOf(id),
      ],
    })
    this.#forget(id)
    this.bucketNames.forget(id)
    for (const app of apps) this.#apps.forget(app)
    this.apiKeys.forget(keys.map(({ key }) => key))
  }

  /** Deleted projects of which something may be left. */
  async listWithdrawn(): Promise<string[]> {
    const records = await this.#listRecords()
    return records
      .filter((record) => isWithdrawn(record) && (JSON.parse(record.value) as ProjectEntry).isGone !== true)
      .map(({ key }) => key)
  }

  /** Nothing is left of a deleted project but its id. */
  async forgetWithdrawn(id: string): Promise<void> {
    const registry = await this.#registry()
    const record = await registry.getRecord('project', id)
    if (record === undefined || !isWithdrawn(record)) return
    const entry: ProjectEntry = { ...(JSON.parse(record.value) as ProjectEntry), isGone: true }
    await registry.commit({ records: [{ space: 'project', key: id, value: JSON.stringify(entry) }] })
  }

  async store(project: string): Promise<ProjectStore> {
    await this.#get(project)
    return await this.#options.persistence.openProject(project)
  }

  async projectOfApiKey(apiKey: string | undefined, use?: KeyUse): Promise<string> {
    const known = apiKey === undefined ? undefined : await this.apiKeys.find(apiKey)
    if (known !== undefined && (await this.#read(known.project)) !== undefined) {
      if (use !== undefined && this.#options.mode === 'start') assertAllowed(known, use)
      return known.project
    }
    if (this.#options.mode === 'dev') return await this.#projectOfAnyKey(apiKey ?? '')
    throw new StatusError('invalid-argument', 'API_KEY_INVALID', 'API key not valid. Please pass a valid API key.')
  }

  async websitesOfApiKey(apiKey: string): Promise<readonly string[]> {
    if (this.#options.mode === 'dev') return []
    return (await this.apiKeys.find(apiKey))?.websites ?? []
  }

  async projectOfBucket(bucket: string): Promise<string> {
    const project = this.bucketNames.find(bucket) ?? projectIdInBucket(bucket)
    if (project !== undefined) return project
    // Samples name a placeholder, and projects may have buckets of any name.
    if (this.#options.mode === 'dev') return this.#options.defaultProject
    const text =
      `The bucket "${bucket.slice(0, 222)}" is not of a project here. A project has PROJECT_ID.firebasestorage.app and ` +
      'PROJECT_ID.appspot.com; its owners add other names in the console (Settings).'
    throw new StatusError('not-found', 'BUCKET_NOT_FOUND', text)
  }

  isNamedBucket(bucket: string): boolean {
    return this.bucketNames.find(bucket) !== undefined
  }

  async createApp(app: NewApp): Promise<App> {
    return await this.#apps.create(app)
  }

  /** Throws `not-found`/`NO_SUCH_APP`. */
  async updateApp(project: string, appId: string, changes: AppChanges): Promise<App> {
    return await this.#apps.update(project, appId, changes)
  }

  /** As `ProjectApps.remove`. */
  async removeApp(project: string, appId: string): Promise<void> {
    await this.#apps.remove(project, appId)
  }

  async listApps(project: string): Promise<App[]> {
    return await this.#apps.list(await this.#get(project))
  }

  findAppById(appId: string): Promise<App | undefined> {
    return this.#apps.findById(appId)
  }

  /** The app whose analytics have this id. */
  findAppByMeasurementId(measurementId: string): Promise<App | undefined> {
    return this.#apps.findByMeasurementId(measurementId)
  }

  async #listRecords(): Promise<StoredRecord[]> {
    const registry = await this.#registry()
    const records: StoredRecord[] = []
    let start = ''
    for (;;) {
      const page = await registry.read((snapshot) =>
        snapshot.listRecords('project', { start }, { limit: PAGE_SIZE, reverse: false }),
      )
      records.push(...page)
      const last = page.at(-1)
      if (last === undefined || page.length < PAGE_SIZE) return records
      start = `${last.key}\0`
    }
  }

  async #get(id: string): Promise<Project> {
    const known = this.#projects.get(id)
    if (known !== undefined) return known
    if (isEmulatedProjectId(id)) {
      const found = await this.#read(id)
      if (found !== undefined) return found
      if (this.#options.mode === 'dev') return await this.#makeOnFirstUse(id)
    } else if (this.#options.mode === 'dev') {
      throw invalidEmulatedProjectId()
    }
    throw projectNotFound()
  }

  async #read(id: string): Promise<Project | undefined> {
    const known = this.#projects.get(id)
    if (known !== undefined) return known
    const deletions = this.#deletions
    const record = await (await this.#registry()).getRecord('project', id)
    if (record === undefined || !isFound(record)) return undefined
    const project = parseProject(record)
    if (deletions === this.#deletions) this.#projects.set(id, project)
    return project
  }

  #forget(id: string): void {
    this.#deletions++
    this.#projects.delete(id)
  }

  /** Throws `not-found`/`PROJECT_NOT_FOUND` where the record is none of those that `isMeant`. */
  async #change(
    id: string,
    isMeant: (record: StoredRecord) => boolean,
    change: (entry: ProjectEntry) => ProjectEntry,
  ): Promise<Project> {
    const registry = await this.#registry()
    const record = isProjectId(id) ? await registry.getRecord('project', id) : undefined
    if (record === undefined || !isMeant(record)) throw projectNotFound()
    await registry.commit({
      expect: [{ kind: 'record', space: 'project', key: id, revision: record.revision }],
      records: [{ space: 'project', key: id, value: JSON.stringify(change(JSON.parse(record.value) as ProjectEntry)) }],
    })
    return parseProject(record)
  }

  #makeOnFirstUse(id: string): Promise<Project> {
    const underWay = this.#beingMade.get(id)
    if (underWay !== undefined) return underWay
    const making = this.#create({ id, name: id })
      .then((project) => {
        this.#options.onFirstUse?.(project)
        return project
      })
      .finally(() => this.#beingMade.delete(id))
    this.#beingMade.set(id, making)
    return making
  }

  /** The project, its number, a web app and that app's key in one commit: a project without a key never exists. */
  async #create(wanted: { id: string; name: string }): Promise<Project> {
    const { random, clock, persistence } = this.#options
    const project: Project = {
      id: wanted.id,
      name: wanted.name,
      createdAt: clock.nowMs(),
      number: newProjectNumber(random),
    }
    const entry: ProjectEntry = { name: project.name, number: project.number, createdAt: project.createdAt }
    const app = this.#apps.recordsOf(this.#apps.newApp(project, { name: 'Web app', platform: 'web' }))
    const registry = await this.#registry()
    try {
      await registry.commit({
        expect: [
          { kind: 'record', space: 'project', key: project.id, revision: 0 },
          { kind: 'record', space: 'project-number', key: project.number, revision: 0 },
          ...this.bucketNames.expectationsOf(project.id),
          ...app.expect,
        ],
        records: [
          { space: 'project', key: project.id, value: JSON.stringify(entry) },
          { space: 'project-number', key: project.number, value: JSON.stringify({ project: project.id }) },
          ...app.records,
        ],
      })
    } catch (error) {
      if (!(error instanceof StatusError) || error.reason !== 'CONFLICT') throw error
      this.bucketNames.assertProjectFits(project.id)
      throw new StatusError(
        'already-exists',
        'PROJECT_EXISTS',
        'A project with this id exists already, or was deleted.',
        {
          cause: error,
        },
      )
    }
    await persistence.openProject(project.id)
    this.#projects.set(project.id, project)
    return project
  }

  async #projectOfAnyKey(apiKey: string): Promise<string> {
    const named = projectIdInApiKey(apiKey)
    if (named !== undefined) return (await this.#get(named)).id
    // What has the form of an id is most often a placeholder, such as `fake-api-key`: it makes no project.
    return ((await this.find(apiKey)) ?? (await this.#get(this.#options.defaultProject))).id
  }

  #registry(): Promise<ProjectStore> {
    return this.#options.persistence.openProject(CONSOLE_PROJECT)
  }
}

function invalidEmulatedProjectId(): StatusError {
  const rule = 'A project id has 1 to 30 of the characters a-z, 0-9 and "-", and starts and ends in a letter or digit.'
  return new StatusError('invalid-argument', 'INVALID_PROJECT_ID', rule)
}

function parseProject({ key: id, value }: StoredRecord): Project {
  const entry = JSON.parse(value) as ProjectEntry
  return { id, name: entry.name, createdAt: entry.createdAt, number: entry.number }
}

function isWithdrawn({ value }: StoredRecord): boolean {
  return (JSON.parse(value) as ProjectEntry).withdrawnAt !== undefined
}

function isDeleted(record: StoredRecord): boolean {
  return !isWithdrawn(record) && (JSON.parse(record.value) as ProjectEntry).deleted !== undefined
}

function isFound(record: StoredRecord): boolean {
  return !isWithdrawn(record) && !isDeleted(record)
}

function deletedOf({ value }: StoredRecord): GracePeriod {
  const { deleted } = JSON.parse(value) as ProjectEntry
  if (deleted === undefined) throw new Error('only those that were deleted are asked')
  return deleted
}

function projectNotFound(): StatusError {
  return new StatusError('not-found', 'PROJECT_NOT_FOUND', 'This server has no such project.')
}

/** Throws `permission-denied`/`API_KEY_HTTP_REFERRER_BLOCKED`, in the words of the vendor's APIs, which its SDKs know. */
function assertAllowed(key: ApiKey, use: KeyUse): void {
  if (mayUse(key, use)) return
  const text = `Requests from referer ${use.website ?? '<empty>'} are blocked.`
  throw new StatusError('permission-denied', 'API_KEY_HTTP_REFERRER_BLOCKED', text)
}
