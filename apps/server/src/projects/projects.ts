import type { ProjectStore } from '../persistence/persistence.ts'
import type { KeyUse } from './api-key.ts'

/** A project: its own users, documents, files, keys and settings. Nothing crosses between projects. */
export interface Project {
  /** 6 to 30 of a-z, 0-9 and '-', starting with a letter, not ending in '-'. */
  readonly id: string
  readonly name: string
  /** Twelve digits, as the vendor numbers projects; the middle of every app id. */
  readonly number: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

/** An app of a project; its API key is public by nature and names the project. */
export interface App {
  /** `1:<project number>:web:<hex>`, as the SDK's `appId`. */
  readonly appId: string
  readonly project: string
  readonly name: string
  readonly platform: 'web' | 'ios' | 'android'
  /** What the platform's stores know it by: the bundle id of iOS, the package name of Android. Undefined where nobody said. */
  readonly bundleId?: string | undefined
  /** `hk_<project>_<random>` */
  readonly apiKey: string
  /** `G-` and ten characters. */
  readonly measurementId: string
}

export interface NewApp extends Pick<App, 'project' | 'name' | 'platform'> {
  readonly bundleId?: string | undefined
}

/** What is left out stays. */
export interface AppChanges {
  readonly name?: string | undefined
  readonly bundleId?: string | undefined
}

/** The registry of projects and their apps. */
export interface Projects {
  /** Throws `not-found`/`PROJECT_NOT_FOUND`. Under `hearth dev` a valid id is created on first use. */
  get(project: string): Promise<Project>
  list(): Promise<Project[]>
  /** Throws `already-exists`/`PROJECT_EXISTS`, `invalid-argument`/`INVALID_PROJECT_ID`. */
  create(project: { id: string; name: string }): Promise<Project>
  /** The store of a project that exists, as `get`. */
  store(project: string): Promise<ProjectStore>

  /**
   * The project an API key stands for (product.md section 11). Throws `invalid-argument`/`API_KEY_INVALID` for a key that `start`
   * does not know; `dev` accepts any. With `use`, `start` also throws `permission-denied`/`API_KEY_HTTP_REFERRER_BLOCKED` for a key that
   * is kept to other websites.
   */
  projectOfApiKey(apiKey: string | undefined, use?: KeyUse): Promise<string>
  /** The websites that a key is kept to (`ApiKey.websites`); none where it is not, where nobody knows it, and under `dev`. */
  websitesOfApiKey(apiKey: string): Promise<readonly string[]>
  /**
   * The project a storage bucket belongs to: the one whose owner gave it the name, else the one that the name's form says, whether or not it is
   * there. Throws `not-found`/`BUCKET_NOT_FOUND` for a name that is neither; under `hearth dev` such a one is of the default project.
   */
  projectOfBucket(bucket: string): Promise<string>
  /** Whether the bucket of this name is one that an owner named so. */
  isNamedBucket(bucket: string): boolean

  /** Throws `resource-exhausted`/`TOO_MANY_APPS`. */
  createApp(app: NewApp): Promise<App>
  listApps(project: string): Promise<App[]>
  findAppById(appId: string): Promise<App | undefined>
}
