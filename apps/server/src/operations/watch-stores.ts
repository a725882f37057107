import type { Persistence, ProjectStore } from '../persistence/persistence.ts'

export interface StoreWatch {
  readonly onOpened: (project: string, store: ProjectStore) => void
  /** Hears of the first I/O error of each. */
  readonly onLatched: (project: string, cause: Error) => void
}

/** The same persistence, with every store it opens watched. */
export function watchStores(persistence: Persistence, { onOpened, onLatched }: StoreWatch): Persistence {
  const watched = new WeakSet<ProjectStore>()
  return {
    async openProject(project) {
      const store = await persistence.openProject(project)
      if (!watched.has(store)) {
        watched.add(store)
        onOpened(project, store)
        void store.latched.then((cause) => onLatched(project, cause))
      }
      return store
    },
    listProjects: () => persistence.listProjects(),
    removeProject: (project) => persistence.removeProject(project),
    fileOf: (project) => persistence.fileOf(project),
    copyProject: (project, file, onProgress) => persistence.copyProject(project, file, onProgress),
    copyBytes: (project) => persistence.copyBytes(project),
    verifyCopy: (file) => persistence.verifyCopy(file),
    readCopy: (file, work) => persistence.readCopy(file, work),
    replaceProject: (project, replacement) => persistence.replaceProject(project, replacement),
    close: () => persistence.close(),
  }
}
