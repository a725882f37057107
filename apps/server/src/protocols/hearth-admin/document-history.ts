import { z } from 'zod'
import { formatTimestamp, invalidArgument, parseTimestamp } from '@hearth/model'
import type { Caller } from '../../access/caller.ts'
import { decodePathSegment } from '../../http/path-segments.ts'
import type { Route } from '../../http/route.ts'
import { type Member, requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { readPage, readRequest, readSpan } from './read-request.ts'

const restoreRequest = z.object({ version: z.string(), isForAbsent: z.boolean().default(false) })

/**
 * What became of a document, the newest first: `{versions: [{version, author, document: {createTime, fields}}]}`, `document` null for a deletion.
 */
export function listVersions(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: '/hearth/v1/projects/:project/databases/:database/versions/*path',
    guard: 'admin',
    async handle(exchange, { project = '', database = '', path = '' }) {
      await requireRole(exchange, deps, project, 'viewer')
      const { documentAdministration } = deps
      const at = { project, database }
      const { versions, nextPageToken } = await documentAdministration.listVersions(
        at,
        decodePathSegment(path),
        readPage(exchange),
      )
      exchange.replyJson(200, {
        versions: versions.map(({ version, author, document }) => ({
          version: formatTimestamp(version),
          author,
          document:
            document === undefined
              ? null
              : {
                  createTime: formatTimestamp(document.createTime),
                  fields: JSON.parse(document.json) as unknown,
                },
        })),
        ...(nextPageToken !== undefined && { nextPageToken }),
      })
    },
  }
}

/**
 * Documents that were deleted and are not there again, those deleted last first: `{deleted: [{path, version, author, lastVersion}]}`, of one
 * `collection` or of the whole database, `since` a time and `until` another. `lastVersion` is what restores it, null when that is no longer kept.
 */
export function listDeleted(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: '/hearth/v1/projects/:project/databases/:database/deleted',
    guard: 'admin',
    async handle(exchange, { project = '', database = '' }) {
      await requireRole(exchange, deps, project, 'viewer')
      const { deleted, nextPageToken } = await deps.documentAdministration.listDeleted(
        { project, database },
        { collection: exchange.query.get('collection') ?? undefined, ...readSpan(exchange), ...readPage(exchange) },
      )
      exchange.replyJson(200, {
        deleted: deleted.map(({ path, version, author, lastVersion }) => ({
          path,
          version: formatTimestamp(version),
          author,
          lastVersion: lastVersion === undefined ? null : formatTimestamp(lastVersion),
        })),
        ...(nextPageToken !== undefined && { nextPageToken }),
      })
    },
  }
}

/** `{version}`, a time: writes the document as it was then; with `isForAbsent` only where there is none by now. */
export function restoreVersion(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path: '/hearth/v1/projects/:project/databases/:database/versions/*path:restore',
    guard: 'admin',
    async handle(exchange, { project = '', database = '', path = '' }) {
      const caller = callerFor(project, await requireRole(exchange, deps, project, 'editor'))
      const { version, isForAbsent } = await readRequest(exchange, restoreRequest)
      const { commitTime } = await deps.documentAdministration.restoreVersion(
        caller,
        { project, database },
        decodePathSegment(path),
        { version: Number(parseTimestamp(version)), isForAbsent },
      )
      exchange.replyJson(200, { updateTime: formatTimestamp(commitTime) })
    },
  }
}

/** Changes after the time `after` in all databases, the oldest first: `{changes: [{version, database, path, author}]}`. */
export function listChanges(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: '/hearth/v1/projects/:project/changes',
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'viewer')
      const after = exchange.query.get('after')
      if (after === null) throw invalidArgument('INVALID_REQUEST', 'after: A time is required.')
      const { pageSize } = readPage(exchange)
      const changes = await deps.documentAdministration.listChanges(project, Number(parseTimestamp(after)), pageSize)
      exchange.replyJson(200, {
        changes: changes.map(({ version, ...change }) => ({ version: formatTimestamp(version), ...change })),
      })
    },
  }
}

/** Their role was checked, so the gate takes a member for what they are in the project. */
function callerFor(project: string, { uid, role, authTime = 0 }: Member): Caller {
  if (uid === undefined) return { kind: 'admin', project }
  return { kind: 'operator', project, uid, role, authTime, expiresAt: Number.MAX_SAFE_INTEGER }
}
