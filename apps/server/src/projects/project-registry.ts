import { StatusError } from '@hearth/model'
import type { Clock, Random } from '../ambient.ts'
import type { CommitBatch, Persistence, ProjectStore } from '../persistence/persistence.ts'
import { appIdPrefix, newApiKey, newAppId, newMeasurementId, newProjectNumber } from './app-identifiers.ts'
import { BoundedCache } from './bounded-cache.ts'
import { consoleProject, isProjectId, projectIdInApiKey, projectIdInBucket, validateProjectId } from './project-id.ts'
import type { App, Project, Projects } from './projects.ts'

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
}

interface RegisteredProject extends Project {
  readonly number: string
}

const cachedProjects = 10_000
const cachedKeys = 10_000
const pageSize = 500
const appsPerProject = 100

/**
 * The registry, kept as records of the project `console`:
 * `project` by id, `project-number` (number → id, so that a number is used once), `app` by app id (which begins with
 * the project's number, so that a project's apps are a range), `api-key` (key → project and app), `measurement-id` (→ app id).
 */
export class ProjectRegistry implements Projects {
  readonly #options: ProjectRegistryOptions
  readonly #projects = new BoundedCache<RegisteredProject>(cachedProjects)
  readonly #keys = new BoundedCache<string>(cachedKeys)
  readonly #measured = new BoundedCache<App>(cachedKeys)
  /** First uses under way, so that simultaneous requests make one project. */
  readonly #beingMade = new Map<string, Promise<RegisteredProject>>()

  constructor(options: ProjectRegistryOptions) {
    this.#options = options
  }

  get(project: string): Promise<Project> {
    return this.#get(project)
  }

  /** Undefined where there is none; never creates. */
  async find(project: string): Promise<Project | undefined> {
    return isProjectId(project) ? await this.#read(project) : undefined
  }

  async list(): Promise<Project[]> {
    const registry = await this.#registry()
    const projects: Project[] = []
    let start = ''
    for (;;) {
      const page = await registry.read((snapshot) =>
        snapshot.listRecords('project', { start }, { limit: pageSize, reverse: false }),
      )
      for (const record of page) projects.push(parseProject(record.key, record.value))
      const last = page.at(-1)
      if (last === undefined || page.length < pageSize) return projects
      start = `${last.key}\0`
    }
  }

  async create(project: { id: string; name: string }): Promise<Project> {
    validateProjectId(project.id)
    return await this.#create(project)
  }

  async store(project: string): Promise<ProjectStore> {
    await this.#get(project)
    return await this.#options.persistence.openProject(project)
  }

  async projectOfApiKey(apiKey: string | undefined): Promise<string> {
    if (apiKey !== undefined && apiKey !== '' && apiKey.length <= 200) {
      const known = this.#keys.get(apiKey) ?? (await this.#readKey(apiKey))
      if (known !== undefined) return known
    }
    if (this.#options.mode === 'dev') return await this.#projectOfAnyKey(apiKey ?? '')
    throw new StatusError('invalid-argument', 'API_KEY_INVALID', 'API key not valid. Please pass a valid API key.')
  }

  async projectOfBucket(bucket: string): Promise<string> {
    const project = projectIdInBucket(bucket)
    if (project !== undefined) return project
    throw new StatusError('not-found', 'BUCKET_NOT_FOUND', 'The specified bucket does not exist.')
  }

  async createApp(app: { project: string; name: string; platform: App['platform'] }): Promise<App> {
    const project = await this.#get(app.project)
    if ((await this.listApps(app.project)).length >= appsPerProject) {
      throw new StatusError('resource-exhausted', 'TOO_MANY_APPS', `A project holds at most ${appsPerProject} apps.`)
    }
    const made = this.#newApp(project, app.name, app.platform)
    const registry = await this.#registry()
    await registry.commit(recordsOfApp(made))
    return made
  }

  async listApps(project: string): Promise<App[]> {
    const start = appIdPrefix((await this.#get(project)).number)
    const registry = await this.#registry()
    const records = await registry.read((snapshot) =>
      snapshot.listRecords('app', { start, end: `${start}\u{10ffff}` }, { limit: appsPerProject, reverse: false }),
    )
    return records.map((record) => JSON.parse(record.value) as App)
  }

  async findAppById(appId: string): Promise<App | undefined> {
    if (!/^1:\d{12}:(web|ios|android):[0-9a-f]{1,64}$/.test(appId)) return undefined
    const record = await (await this.#registry()).getRecord('app', appId)
    return record === undefined ? undefined : (JSON.parse(record.value) as App)
  }

  /** The app whose analytics have this id. */
  async findAppByMeasurementId(measurementId: string): Promise<App | undefined> {
    if (!/^G-[0-9A-Z]{10}$/.test(measurementId)) return undefined
    const known = this.#measured.get(measurementId)
    if (known !== undefined) return known
    const record = await (await this.#registry()).getRecord('measurement-id', measurementId)
    if (record === undefined) return undefined
    const app = await this.findAppById((JSON.parse(record.value) as { appId: string }).appId)
    if (app !== undefined) this.#measured.set(measurementId, app)
    return app
  }

  async #get(id: string): Promise<RegisteredProject> {
    const known = this.#projects.get(id)
    if (known !== undefined) return known
    if (isProjectId(id)) {
      const found = await this.#read(id)
      if (found !== undefined) return found
      if (this.#options.mode === 'dev') return await this.#makeOnFirstUse(id)
    } else if (this.#options.mode === 'dev') {
      validateProjectId(id)
    }
    throw new StatusError('not-found', 'PROJECT_NOT_FOUND', 'This server has no such project.')
  }

  async #read(id: string): Promise<RegisteredProject | undefined> {
    const known = this.#projects.get(id)
    if (known !== undefined) return known
    const record = await (await this.#registry()).getRecord('project', id)
    if (record === undefined) return undefined
    const project = parseProject(id, record.value)
    this.#projects.set(id, project)
    return project
  }

  #makeOnFirstUse(id: string): Promise<RegisteredProject> {
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
  async #create(wanted: { id: string; name: string }): Promise<RegisteredProject> {
    const { random, clock, persistence } = this.#options
    const project: RegisteredProject = {
      id: wanted.id,
      name: wanted.name,
      createdAt: clock.nowMs(),
      number: newProjectNumber(random),
    }
    const entry: ProjectEntry = { name: project.name, number: project.number, createdAt: project.createdAt }
    const app = recordsOfApp(this.#newApp(project, 'Web app', 'web'))
    const registry = await this.#registry()
    try {
      await registry.commit({
        expect: [
          { kind: 'record', space: 'project', key: project.id, revision: 0 },
          { kind: 'record', space: 'project-number', key: project.number, revision: 0 },
          ...(app.expect ?? []),
        ],
        records: [
          { space: 'project', key: project.id, value: JSON.stringify(entry) },
          { space: 'project-number', key: project.number, value: JSON.stringify({ project: project.id }) },
          ...(app.records ?? []),
        ],
      })
    } catch (error) {
      if (!(error instanceof StatusError) || error.reason !== 'CONFLICT') throw error
      throw new StatusError('already-exists', 'PROJECT_EXISTS', 'A project with this id exists already.', {
        cause: error,
      })
    }
    await persistence.openProject(project.id)
    this.#projects.set(project.id, project)
    return project
  }

  #newApp(project: RegisteredProject, name: string, platform: App['platform']): App {
    const { random } = this.#options
    return {
      appId: newAppId(random, project.number, platform),
      project: project.id,
      name,
      platform,
      apiKey: newApiKey(random, project.id),
      measurementId: newMeasurementId(random),
    }
  }

  async #readKey(apiKey: string): Promise<string | undefined> {
    const record = await (await this.#registry()).getRecord('api-key', apiKey)
    if (record === undefined) return undefined
    const { project } = JSON.parse(record.value) as { project: string }
    this.#keys.set(apiKey, project)
    return project
  }

  async #projectOfAnyKey(apiKey: string): Promise<string> {
    const named = projectIdInApiKey(apiKey) ?? (isProjectId(apiKey) ? apiKey : undefined)
    // Tutorials configure the vendor's emulators with keys such as `fake-api-key`: they have the form of a project id and mean none.
    const isPlaceholder =
      named === apiKey && apiKey.split('-').includes('key') && (await this.#read(apiKey)) === undefined
    const project = named === undefined || isPlaceholder ? this.#options.defaultProject : named
    return (await this.#get(project)).id
  }

  #registry(): Promise<ProjectStore> {
    return this.#options.persistence.openProject(consoleProject)
  }
}

function parseProject(id: string, value: string): RegisteredProject {
  const entry = JSON.parse(value) as ProjectEntry
  return { id, name: entry.name, createdAt: entry.createdAt, number: entry.number }
}

function recordsOfApp(app: App): CommitBatch {
  return {
    expect: [
      { kind: 'record', space: 'app', key: app.appId, revision: 0 },
      { kind: 'record', space: 'api-key', key: app.apiKey, revision: 0 },
      { kind: 'record', space: 'measurement-id', key: app.measurementId, revision: 0 },
    ],
    records: [
      { space: 'app', key: app.appId, value: JSON.stringify(app) },
      { space: 'api-key', key: app.apiKey, value: JSON.stringify({ project: app.project, appId: app.appId }) },
      { space: 'measurement-id', key: app.measurementId, value: JSON.stringify({ appId: app.appId }) },
    ],
  }
}
