import type { ProjectStore } from '../persistence/persistence.ts'

/** Opens the store of a project that exists; throws `not-found`/`PROJECT_NOT_FOUND`. */
export type StoreOf = (project: string) => Promise<ProjectStore>
