import { afterEach } from 'vitest'
import type { DocumentChange, Persistence, ProjectStore, StoredDocument } from '../persistence.ts'

/** How a contract opens an engine: `reopen` closes it and opens it again on the same data. */
export interface EngineUnderTest {
  readonly persistence: Persistence
  /** The store's clock, which begins at 0. */
  readonly clock: { ms: number }
  reopen(): Promise<EngineUnderTest>
  /** Closes the engine and removes its data. */
  dispose(): Promise<void>
}

export const DATABASE = '(default)'

/** Opens engines that are closed after each test. To be called within `describe`. */
export function openAndDispose(open: () => Promise<EngineUnderTest>) {
  const opened: EngineUnderTest[] = []
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.dispose()
  })
  async function openWith() {
    const one = await open()
    opened.push(one)
    return { one, clock: one.clock, store: await one.persistence.openProject('demo-app') }
  }
  async function openStore(): Promise<ProjectStore> {
    return (await openWith()).store
  }
  return { opened, openWith, openStore }
}

export function put(
  path: string,
  version: number,
  json = '{}',
  added: readonly string[] = [],
  removed: readonly string[] = [],
  createTime = version,
): DocumentChange {
  const bytes = (keys: readonly string[]) => keys.map((key) => new Uint8Array(Buffer.from(key)))
  const isCreated = createTime === version
  return { database: DATABASE, path, json, isCreated, addedEntries: bytes(added), removedEntries: bytes(removed) }
}

export function stateOf(document: StoredDocument | undefined): string | undefined {
  return document && `${document.createTime} ${document.updateTime} ${document.json}`
}

export function record(space: string, key: string, value: string) {
  return { space, key, value }
}

export function documentsOf(store: ProjectStore, ...paths: string[]) {
  return store.getDocuments(paths.map((path) => ({ database: DATABASE, path })))
}

export async function keysOf(
  snapshot: Parameters<Parameters<ProjectStore['read']>[0]>[0],
  start: string,
  end: string,
  page = { limit: 100, reverse: false },
): Promise<string[]> {
  const keys = await snapshot.scanIndexKeys({ start: Buffer.from(start), end: Buffer.from(end) }, page)
  return keys.map((key) => Buffer.from(key).toString())
}
