import type { ProjectStore } from '../persistence/persistence.ts'

/** The store as it is, except for how it commits. */
export function withCommit(store: ProjectStore, commit: ProjectStore['commit']): ProjectStore {
  return {
    read: (work) => store.read(work),
    getDocuments: (keys) => store.getDocuments(keys),
    getRecord: (space, key) => store.getRecord(space, key),
    documentCount: () => store.documentCount(),
    get isReady() {
      return store.isReady
    },
    lastVersion: () => store.lastVersion(),
    readTime: () => store.readTime(),
    raiseFloor: (time) => store.raiseFloor(time),
    lastChange: () => store.lastChange(),
    follow: (onPush) => store.follow(onPush),
    latched: store.latched,
    commit,
  }
}
