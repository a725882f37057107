import { listChanges, listDeleted, listVersions, restoreVersion } from '@hearth/api'
import { parseJson, formatTimestamp, parseTimestamp } from '@hearth/model'
import type { Caller } from '../../access/caller.ts'
import { decodePathSegment } from '../../http/path-segments.ts'
import type { Member } from './admin-callers.ts'
import { spanOf } from './read-request.ts'
import { route } from './route.ts'

export const documentHistory = [
  route(listVersions, async ({ deps, params: { project, database, path }, query: { pageSize, pageToken } }) => {
    const at = { project, database }
    const page = { pageSize, pageToken }
    const found = await deps.documentAdministration.listVersions(at, decodePathSegment(path), page)
    return {
      versions: found.versions.map(({ version, author, document }) => ({
        version: formatTimestamp(version),
        author,
        document:
          document === undefined
            ? null
            : {
                createTime: formatTimestamp(document.createTime),
                fields: parseJson(document.json) as Record<string, unknown>,
              },
      })),
      nextPageToken: found.nextPageToken,
    }
  }),

  route(listDeleted, async ({ deps, params: { project, database }, query }) => {
    const { collection, pageSize, pageToken, ...span } = query
    const page = { collection, ...spanOf(span), pageSize, pageToken }
    const { deleted, nextPageToken } = await deps.documentAdministration.listDeleted({ project, database }, page)
    return {
      deleted: deleted.map(({ path, version, author, lastVersion }) => ({
        path,
        version: formatTimestamp(version),
        author,
        lastVersion: lastVersion === undefined ? null : formatTimestamp(lastVersion),
      })),
      nextPageToken,
    }
  }),

  route(restoreVersion, async ({ deps, params: { project, database, path }, caller, body }) => {
    const { version, isForAbsent } = await body()
    const { commitTime } = await deps.documentAdministration.restoreVersion(
      callerFor(project, caller),
      { project, database },
      decodePathSegment(path),
      { version: Number(parseTimestamp(version)), isForAbsent },
    )
    return { updateTime: formatTimestamp(commitTime) }
  }),

  route(listChanges, async ({ deps, params: { project }, query: { after, pageSize } }) => {
    const changes = await deps.documentAdministration.listChanges(project, Number(parseTimestamp(after)), pageSize)
    return { changes: changes.map(({ version, ...change }) => ({ version: formatTimestamp(version), ...change })) }
  }),
]

/** Their role was checked, so the gate takes a member for what they are in the project. */
function callerFor(project: string, { uid, role, authTime = 0 }: Member): Caller {
  if (uid === undefined) return { kind: 'admin', project }
  return { kind: 'operator', project, uid, role, authTime, expiresAt: Number.MAX_SAFE_INTEGER }
}
