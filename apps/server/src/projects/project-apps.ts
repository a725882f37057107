import { StatusError } from '@hearth/model'
import type { Random } from '../lib/ambient.ts'
import { BoundedCache } from '../lib/bounded-cache.ts'
import type { CommitBatch, Persistence, ProjectStore, RecordChange } from '../persistence/persistence.ts'
import type { StoredRecord } from '../persistence/stored-record.ts'
import type { ApiKeys } from './api-keys.ts'
import { appIdPrefix, isAppId, newApiKey, newAppId, newMeasurementId } from './app-identifiers.ts'
import { CONSOLE_PROJECT } from './project-id.ts'
import type { App, AppChanges, NewApp, Project } from './projects.ts'

export interface ProjectAppsOptions {
  readonly persistence: Persistence
  readonly random: Random
  readonly apiKeys: ApiKeys
  /** As `Projects.get`. */
  readonly getProject: (id: string) => Promise<Project>
  /** Whether there is such a project. */
  readonly hasProject: (project: string) => Promise<boolean>
}

const CACHED_MEASUREMENTS = 10_000
const APPS_PER_PROJECT = 100

/**
 * The apps of all projects, kept as records of the project `console`: `app` by app id (which begins with the project's number, so that a
 * project's apps are a range) and `measurement-id` (→ app id).
 */
export class ProjectApps {
  readonly #options: ProjectAppsOptions
  readonly #measured = new BoundedCache<App>(CACHED_MEASUREMENTS)
  /** Grows with each changed app, so that what was read before one is not kept after it. */
  #changes = 0

  constructor(options: ProjectAppsOptions) {
    this.#options = options
  }

  /** Throws `resource-exhausted`/`TOO_MANY_APPS`. */
  async create({ project: id, ...wanted }: NewApp): Promise<App> {
    const project = await this.#options.getProject(id)
    if ((await this.list(project)).length >= APPS_PER_PROJECT) {
      throw new StatusError('resource-exhausted', 'TOO_MANY_APPS', `A project holds at most ${APPS_PER_PROJECT} apps.`)
    }
    const app = this.newApp(project, wanted)
    await (await this.#registry()).commit(this.recordsOf(app))
    return app
  }

  /** Throws `not-found`/`NO_SUCH_APP`. */
  async update(project: string, appId: string, changes: AppChanges): Promise<App> {
    const { app, revision } = await this.#get(project, appId)
    const changed: App = { ...app, name: changes.name ?? app.name, bundleId: changes.bundleId ?? app.bundleId }
    const registry = await this.#registry()
    await registry.commit({
      expect: [{ kind: 'record', space: 'app', key: appId, revision }],
      records: [{ space: 'app', key: appId, value: JSON.stringify(changed) }],
    })
    this.forget(app)
    return changed
  }

  /**
   * The app with its keys: what is installed of it is turned away. Throws `not-found`/`NO_SUCH_APP`, and
   * `failed-precondition`/`LAST_WEB_APP` for the only web app, by which the console itself enters the project.
   */
  async remove(project: string, appId: string): Promise<void> {
    const { apiKeys, getProject } = this.#options
    const { app, revision } = await this.#get(project, appId)
    const webApps = (await this.list(await getProject(project))).filter(({ platform }) => platform === 'web')
    if (app.platform === 'web' && webApps.length === 1) {
      const text = 'This is the only web app of the project, by which the console enters it. Add another one first.'
      throw new StatusError('failed-precondition', 'LAST_WEB_APP', text)
    }
    const keys = (await apiKeys.list(project)).filter((key) => key.appId === appId)
    const registry = await this.#registry()
    await registry.commit({
      expect: [{ kind: 'record', space: 'app', key: appId, revision }],
      records: [...this.removalOf(app), ...apiKeys.removalsOf(keys)],
    })
    this.forget(app)
    apiKeys.forget(keys.map(({ key }) => key))
  }

  async list({ number }: Project): Promise<App[]> {
    const start = appIdPrefix(number)
    const registry = await this.#registry()
    const records = await registry.read((snapshot) =>
      snapshot.listRecords('app', { start, end: `${start}\u{10ffff}` }, { limit: APPS_PER_PROJECT, reverse: false }),
    )
    return records.map(parseApp)
  }

  async findById(appId: string): Promise<App | undefined> {
    if (!isAppId(appId)) return undefined
    const record = await (await this.#registry()).getRecord('app', appId)
    const app = record && parseApp(record)
    return app !== undefined && (await this.#options.hasProject(app.project)) ? app : undefined
  }

  /** The app whose analytics have this id. */
  async findByMeasurementId(measurementId: string): Promise<App | undefined> {
    if (!/^G-[0-9A-Z]{10}$/.test(measurementId)) return undefined
    const known = this.#measured.get(measurementId)
    if (known !== undefined) return (await this.#options.hasProject(known.project)) ? known : undefined
    const changes = this.#changes
    const record = await (await this.#registry()).getRecord('measurement-id', measurementId)
    if (record === undefined) return undefined
    const app = await this.findById((JSON.parse(record.value) as { appId: string }).appId)
    if (app !== undefined && changes === this.#changes) this.#measured.set(measurementId, app)
    return app
  }

  newApp(project: Project, { name, platform, bundleId }: Omit<NewApp, 'project'>): App {
    const { random } = this.#options
    return {
      appId: newAppId(random, project.number, platform),
      project: project.id,
      name,
      platform,
      ...(bundleId !== undefined && { bundleId }),
      apiKey: newApiKey(random, project.id),
      measurementId: newMeasurementId(random),
    }
  }

  /** The app with its key. */
  recordsOf(app: App): Required<Pick<CommitBatch, 'expect' | 'records'>> {
    return {
      expect: [
        { kind: 'record', space: 'app', key: app.appId, revision: 0 },
        { kind: 'record', space: 'api-key', key: app.apiKey, revision: 0 },
        { kind: 'record', space: 'measurement-id', key: app.measurementId, revision: 0 },
      ],
      records: [
        { space: 'app', key: app.appId, value: JSON.stringify(app) },
        this.#options.apiKeys.recordFor(app),
        { space: 'measurement-id', key: app.measurementId, value: JSON.stringify({ appId: app.appId }) },
      ],
    }
  }

  /** Without its keys. */
  removalOf({ appId, measurementId }: App): RecordChange[] {
    return [
      { space: 'app', key: appId, value: undefined },
      { space: 'measurement-id', key: measurementId, value: undefined },
    ]
  }

  /** What is kept in memory of an app that has changed. */
  forget({ measurementId }: App): void {
    this.#changes++
    this.#measured.delete(measurementId)
  }

  async #get(project: string, appId: string): Promise<{ app: App; revision: number }> {
    const record = isAppId(appId) ? await (await this.#registry()).getRecord('app', appId) : undefined
    if (record === undefined || parseApp(record).project !== project) {
      throw new StatusError('not-found', 'NO_SUCH_APP', 'This project has no such app.')
    }
    return { app: parseApp(record), revision: record.revision }
  }

  #registry(): Promise<ProjectStore> {
    return this.#options.persistence.openProject(CONSOLE_PROJECT)
  }
}

function parseApp({ value }: StoredRecord): App {
  return JSON.parse(value) as App
}
