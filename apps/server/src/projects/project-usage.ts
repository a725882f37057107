import type { ProjectStore } from '../persistence/persistence.ts'

/** How much there is in a project. */
export interface ProjectUsage {
  readonly users: number
  readonly documents: number
  readonly files: number
  readonly storedBytes: number
  /** What its files may hold together; undefined for no limit. */
  readonly storageQuotaBytes: number | undefined
  /** What one of them may hold. */
  readonly uploadLimitBytes: number
  /** The newest change of a document, in milliseconds since the epoch; undefined when there was none. */
  readonly lastActivityAt: number | undefined
}

export interface UsageSources {
  readonly storeOf: (project: string) => Promise<ProjectStore>
  readonly countUsers: (project: string) => Promise<number>
  readonly countFiles: (project: string) => Promise<{ files: number; storedBytes: number }>
  readonly storageQuotaBytes: number | undefined
  readonly uploadLimitBytes: number
}

export async function projectUsage(sources: UsageSources, project: string): Promise<ProjectUsage> {
  const store = await sources.storeOf(project)
  const [users, documents, version, { files, storedBytes }] = await Promise.all([
    sources.countUsers(project),
    store.documentCount(),
    store.lastChange(),
    sources.countFiles(project),
  ])
  return {
    users,
    documents,
    files,
    storedBytes,
    storageQuotaBytes: sources.storageQuotaBytes,
    uploadLimitBytes: sources.uploadLimitBytes,
    lastActivityAt: version === 0 ? undefined : Math.floor(version / 1000),
  }
}
