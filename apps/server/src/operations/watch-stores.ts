import type { Persistence, ProjectStore } from '../persistence/persistence.ts'

export interface StoreWatch {
  readonly onOpened: (project: string, store: ProjectStore) => void
  /** Hears of the first I/O error of each. */
  readonly onLatched: (project: string, cause: Error) => void
  readonly watchedSpaces: readonly string[]
  /** Hears of each change in one of them; of all of them, where it is not known what has changed. */
  readonly onChanged: (project: string, space: string) => void
}

/** The same persistence, with every store it opens watched. */
export function watchStores(persistence: Persistence, watch: StoreWatch): Persistence {
  const watched = new WeakSet<ProjectStore>()
  return {
    async openProject(project) {
      const store = await persistence.openProject(project)
      if (!watched.has(store)) {
        watched.add(store)
        watch.onOpened(project, store)
        followRecords(project, store, watch)
        void store.latched.then((cause) => watch.onLatched(project, cause))
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

function followRecords(
  project: string,
  store: Pick<ProjectStore, 'follow' | 'lastVersion'>,
  { watchedSpaces, onChanged }: StoreWatch,
): void {
  let position = store.lastVersion()
  store.follow(({ version, previous, records }) => {
    if (version <= position) return
    const isGap = previous > position
    position = version
    for (const space of isGap ? watchedSpaces : new Set(records.map((record) => record.space))) {
      onChanged(project, space)
    }
  })
}
