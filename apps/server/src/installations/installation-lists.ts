import { StatusError } from '@hearth/model'
import type { ProjectStore, ReadSnapshot } from '../persistence/persistence.ts'
import type { Installation, Platform, UserOfProject } from './installation.ts'
import { getEntry, installationOf, seenKeyStart, SEEN_SPACE, userPrefix, USER_SPACE } from './installation-records.ts'

/** Which installations; each field that is there narrows. Times are milliseconds since the epoch. */
export interface InstallationFilter {
  readonly platform?: Platform | undefined
  readonly appId?: string | undefined
  readonly user?: UserOfProject | undefined
  /** Seen at this time or later. */
  readonly seenFrom?: number | undefined
  /** Not seen any more at this time or later. */
  readonly seenBefore?: number | undefined
}

export interface InstallationPage {
  readonly installations: readonly Installation[]
  /** May be there although the page is not full: 1,000 are looked at for a page. */
  readonly nextPageToken: string | undefined
}

const PAGE_SIZE_MAX = 500
const LOOKED_AT_MAX = 1_000
const tokenPattern = /^\d{16}-[cdef][\w-]{21}$/

/** A page, the one seen last first; at most 500. Throws `invalid-argument`/`INVALID_PAGE_TOKEN`. */
export async function listInstallations(
  store: ProjectStore,
  filter: InstallationFilter,
  page: { readonly pageSize: number; readonly pageToken: string | undefined },
): Promise<InstallationPage> {
  const { pageToken } = page
  if (pageToken !== undefined && !tokenPattern.test(pageToken)) {
    throw new StatusError('invalid-argument', 'INVALID_PAGE_TOKEN', 'The page token is not one of this list.')
  }
  const limit = Math.min(Math.max(1, page.pageSize), PAGE_SIZE_MAX)
  return await store.read(async (snapshot) => {
    const keys = await keysOf(snapshot, filter, pageToken)
    const installations: Installation[] = []
    for (const [index, key] of keys.entries()) {
      if (index === LOOKED_AT_MAX || installations.length === limit) {
        return { installations, nextPageToken: keys[index - 1] }
      }
      const found = await installationAt(snapshot, key)
      if (isMeant(found, filter)) installations.push(found)
    }
    return { installations, nextPageToken: undefined }
  })
}

/** The keys by time of last use that may be meant, the newest first; one more than are looked at. */
async function keysOf(
  snapshot: ReadSnapshot,
  { user, seenFrom, seenBefore }: InstallationFilter,
  pageToken: string | undefined,
): Promise<string[]> {
  const prefix = user === undefined ? '' : userPrefix(user)
  const start = prefix + (seenFrom === undefined ? '' : seenKeyStart(seenFrom))
  const ends = [pageToken, seenBefore === undefined ? undefined : seenKeyStart(seenBefore)].filter(
    (end) => end !== undefined,
  )
  // `:` comes after all digits.
  const end = prefix + (ends.toSorted()[0] ?? ':')
  if (start >= end) return []
  const space = user === undefined ? SEEN_SPACE : USER_SPACE
  const records = await snapshot.listRecords(space, { start, end }, { limit: LOOKED_AT_MAX + 1, reverse: true })
  return records.map(({ key }) => key.slice(prefix.length))
}

async function installationAt(snapshot: ReadSnapshot, key: string): Promise<Installation> {
  const fid = key.slice(key.indexOf('-') + 1)
  return installationOf(fid, await getEntry(snapshot, fid))
}

function isMeant({ platform, appId }: Installation, filter: InstallationFilter): boolean {
  return (
    (filter.platform === undefined || filter.platform === platform) &&
    (filter.appId === undefined || filter.appId === appId)
  )
}
