import type { ProjectStore } from '../persistence/persistence.ts'
import {
  changeEntry,
  INSTALLATION_SPACE,
  seenKeyStart,
  SEEN_SPACE,
  userPrefix,
  USER_SPACE,
} from './installation-records.ts'
import type { UserOfProject } from './installation.ts'

const PAGE_SIZE = 200
const UPKEEP_SPACE = 'installation-upkeep'

/** Forgets those that were seen last before `before`; both times in milliseconds. Returns how many. */
export async function expireInstallations(store: ProjectStore, before: number, now: number): Promise<number> {
  return await forEachKey(store, SEEN_SPACE, { end: seenKeyStart(before) }, async (key) => {
    await changeEntry(store, fidIn(key), now, (entry) =>
      entry !== undefined && entry.lastSeenAt < before ? undefined : entry,
    )
  })
}

/** The installations stay; that somebody used them is forgotten. Returns how many. */
export async function forgetUser(store: ProjectStore, user: UserOfProject, now: number): Promise<number> {
  return await forEachUserKey(store, user, async (fid) => {
    await changeEntry(store, fid, now, (entry) => entry && { ...entry, user: undefined })
  })
}

/** Forgets all that a user is linked to: the apps register anew. Returns how many. */
export async function revokeOfUser(store: ProjectStore, user: UserOfProject, now: number): Promise<number> {
  return await forEachUserKey(store, user, async (fid) => {
    await changeEntry(store, fid, now, () => undefined)
  })
}

/** Those of a store that was written before there were lists in the order of time, and by app, are put into them, once. */
export async function indexOldInstallations(store: ProjectStore, now: number): Promise<void> {
  const marker = 'indexed-by-app'
  if ((await store.getRecord(UPKEEP_SPACE, marker)) !== undefined) return
  await forEachKey(store, INSTALLATION_SPACE, {}, async (fid) => {
    await changeEntry(store, fid, now, (entry) => entry && { ...entry })
  })
  await store.commit({ records: [{ space: UPKEEP_SPACE, key: marker, value: '{}' }] })
}

async function forEachUserKey(
  store: ProjectStore,
  user: UserOfProject,
  work: (fid: string) => Promise<void>,
): Promise<number> {
  const prefix = userPrefix(user)
  const range = { start: prefix, end: `${prefix}:` }
  return await forEachKey(store, USER_SPACE, range, (key) => work(fidIn(key.slice(prefix.length))))
}

function fidIn(seenKey: string): string {
  return seenKey.slice(seenKey.indexOf('-') + 1)
}

/** Those of a page at once, page after page. */
async function forEachKey(
  store: ProjectStore,
  space: string,
  range: { start?: string; end?: string },
  work: (key: string) => Promise<void>,
): Promise<number> {
  let count = 0
  let start = range.start
  for (;;) {
    const from = start
    const keys = await store.read(async (snapshot) => {
      const rest = { ...range, ...(from !== undefined && { start: from }) }
      const records = await snapshot.listRecords(space, rest, { limit: PAGE_SIZE, reverse: false })
      return records.map(({ key }) => key)
    })
    await Promise.all(keys.map(work))
    count += keys.length
    const last = keys.at(-1)
    if (last === undefined || keys.length < PAGE_SIZE) return count
    start = `${last}\0`
  }
}
