import type { ProjectStore } from '../persistence/persistence.ts'

/** A project: its own users, documents, files, keys and settings. Nothing crosses between projects. */
export interface Project {
  /** 6 to 30 of a-z, 0-9 and '-', starting with a letter, not ending in '-'. */
  readonly id: string
  readonly name: string
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
  /** `hk_<project>_<random>` */
  readonly apiKey: string
  /** `G-` and ten characters. */
  readonly measurementId: string
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
   * does not know; `dev` accepts any.
   */
  projectOfApiKey(apiKey: string | undefined): Promise<string>
  /** The project a storage bucket belongs to, by its name alone. Throws `not-found`/`BUCKET_NOT_FOUND` for a name that no bucket can have. */
  projectOfBucket(bucket: string): Promise<string>

  createApp(app: { project: string; name: string; platform: App['platform'] }): Promise<App>
  listApps(project: string): Promise<App[]>
  findAppById(appId: string): Promise<App | undefined>
}
