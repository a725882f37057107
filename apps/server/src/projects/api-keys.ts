import { StatusError } from '@hearth/model'
import type { Clock, Random } from '../lib/ambient.ts'
import type { Persistence, ProjectStore, RecordChange } from '../persistence/persistence.ts'
import type { StoredRecord } from '../persistence/stored-record.ts'
import type { ApiKey, ApiKeyChanges } from './api-key.ts'
import { newApiKey } from './app-identifiers.ts'
import { BoundedCache } from '../lib/bounded-cache.ts'
import { CONSOLE_PROJECT } from './project-id.ts'
import type { App } from './projects.ts'

export interface ApiKeysOptions {
  readonly persistence: Pick<Persistence, 'openProject'>
  readonly clock: Clock
  readonly random: Random
}

/** As kept in the space `api-key`, by the key itself, which begins with its project: a project's keys are a range. */
interface KeyEntry {
  readonly project: string
  readonly appId?: string
  readonly name?: string
  readonly createdAt?: number
  readonly websites?: readonly string[]
}

const CACHED_KEYS = 10_000
const KEYS_PER_PROJECT = 300

/** The keys of all projects, kept as records of the project `console`. */
export class ApiKeys {
  readonly #options: ApiKeysOptions
  readonly #known = new BoundedCache<ApiKey>(CACHED_KEYS)
  /** Grows with each change, so that what was read before one is not kept after it. */
  #changes = 0

  constructor(options: ApiKeysOptions) {
    this.#options = options
  }

  async find(key: string): Promise<ApiKey | undefined> {
    if (key === '' || key.length > 200) return undefined
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const changes = this.#changes
    const record = await (await this.#registry()).getRecord('api-key', key)
    if (record === undefined) return undefined
    const found = parseKey(record)
    if (changes === this.#changes) this.#known.set(key, found)
    return found
  }

  /** The keys of a project, by no order that means anything. */
  async list(project: string): Promise<ApiKey[]> {
    const start = `hk_${project}_`
    const registry = await this.#registry()
    const records = await registry.read((snapshot) =>
      snapshot.listRecords(
        'api-key',
        { start, end: `${start}\u{10ffff}` },
        { limit: 2 * KEYS_PER_PROJECT, reverse: false },
      ),
    )
    return records.map(parseKey)
  }

  /** A key that belongs to no app. Throws `resource-exhausted`/`TOO_MANY_API_KEYS`. */
  async create(project: string, { name, websites }: Pick<ApiKey, 'name' | 'websites'>): Promise<ApiKey> {
    await this.#assertRoom(project)
    const made: ApiKey = { ...this.#new(project), appId: undefined, name, websites }
    await (
      await this.#registry()
    ).commit({
      expect: [{ kind: 'record', space: 'api-key', key: made.key, revision: 0 }],
      records: [recordOf(made)],
    })
    return made
  }

  /** Throws `not-found`/`NO_SUCH_API_KEY`. */
  async update(project: string, key: string, changes: ApiKeyChanges): Promise<ApiKey> {
    const { found, revision } = await this.#get(project, key)
    const { name = found.name, websites = found.websites } = changes
    const changed: ApiKey = { ...found, name, websites }
    await this.#commit([key], {
      expect: [{ kind: 'record', space: 'api-key', key, revision }],
      records: [recordOf(changed)],
    })
    return changed
  }

  /**
   * A new key in the place of another: with its name and websites, and in the configuration of the app that used it. The one before
   * stays valid until it is revoked, for apps that are out already. Throws `not-found`/`NO_SUCH_API_KEY` and
   * `resource-exhausted`/`TOO_MANY_API_KEYS`.
   */
  async rotate(project: string, key: string): Promise<ApiKey> {
    const { found } = await this.#get(project, key)
    await this.#assertRoom(project)
    const made: ApiKey = { ...found, ...this.#new(project) }
    const app = found.appId === undefined ? undefined : await this.#appOf(found.appId)
    await this.#commit([], {
      expect: [
        { kind: 'record', space: 'api-key', key: made.key, revision: 0 },
        ...(app === undefined ? [] : [{ kind: 'record', space: 'app', key: app.key, revision: app.revision } as const]),
      ],
      records: [
        recordOf(made),
        ...(app === undefined
          ? []
          : [{ space: 'app', key: app.key, value: JSON.stringify({ ...parseApp(app), apiKey: made.key }) }]),
      ],
    })
    return made
  }

  /** Throws `failed-precondition`/`API_KEY_OF_AN_APP` for the one that an app is configured with, and `not-found`/`NO_SUCH_API_KEY`. */
  async revoke(project: string, key: string): Promise<void> {
    const { found, revision } = await this.#get(project, key)
    const app = found.appId === undefined ? undefined : await this.#appOf(found.appId)
    if (app !== undefined && parseApp(app).apiKey === key) {
      const text = 'An app is configured with this key. Give the app a new one first, or remove the app.'
      throw new StatusError('failed-precondition', 'API_KEY_OF_AN_APP', text)
    }
    await this.#commit([key], {
      expect: [{ kind: 'record', space: 'api-key', key, revision }],
      records: [{ space: 'api-key', key, value: undefined }],
    })
  }

  /** For an app that is made with its key in one commit. */
  recordFor({ project, appId, name, apiKey }: App): RecordChange {
    return recordOf({ key: apiKey, project, appId, name, createdAt: this.#options.clock.nowMs(), websites: [] })
  }

  /** What removes keys in somebody else's commit; `forget` has to follow it. */
  removalsOf(keys: readonly ApiKey[]): RecordChange[] {
    return keys.map(({ key }) => ({ space: 'api-key', key, value: undefined }))
  }

  forget(keys: readonly string[]): void {
    this.#changes++
    for (const key of keys) this.#known.delete(key)
  }

  #new(project: string): Pick<ApiKey, 'key' | 'project' | 'createdAt'> {
    const { random, clock } = this.#options
    return { key: newApiKey(random, project), project, createdAt: clock.nowMs() }
  }

  async #assertRoom(project: string): Promise<void> {
    if ((await this.list(project)).length < KEYS_PER_PROJECT) return
    const text = `A project holds at most ${KEYS_PER_PROJECT} keys. Revoke one that is not used any more.`
    throw new StatusError('resource-exhausted', 'TOO_MANY_API_KEYS', text)
  }

  async #get(project: string, key: string): Promise<{ found: ApiKey; revision: number }> {
    const isForm = key.length <= 200 && key.startsWith(`hk_${project}_`)
    const record = isForm ? await (await this.#registry()).getRecord('api-key', key) : undefined
    if (record === undefined) {
      throw new StatusError('not-found', 'NO_SUCH_API_KEY', 'This project has no such key. It may have been revoked.')
    }
    return { found: parseKey(record), revision: record.revision }
  }

  async #appOf(appId: string): Promise<StoredRecord | undefined> {
    return await (await this.#registry()).getRecord('app', appId)
  }

  async #commit(keys: readonly string[], batch: Parameters<ProjectStore['commit']>[0]): Promise<void> {
    await (await this.#registry()).commit(batch)
    this.forget(keys)
  }

  #registry(): Promise<ProjectStore> {
    return this.#options.persistence.openProject(CONSOLE_PROJECT)
  }
}

function parseKey({ key, value }: StoredRecord): ApiKey {
  const { project, appId, name = '', createdAt, websites = [] } = JSON.parse(value) as KeyEntry
  return { key, project, appId, name, createdAt, websites }
}

function parseApp({ value }: StoredRecord): App {
  return JSON.parse(value) as App
}

function recordOf({ key, project, appId, name, createdAt, websites }: ApiKey): RecordChange {
  const entry: KeyEntry = {
    project,
    name,
    ...(appId !== undefined && { appId }),
    ...(createdAt !== undefined && { createdAt }),
    ...(websites.length > 0 && { websites }),
  }
  return { space: 'api-key', key, value: JSON.stringify(entry) }
}
