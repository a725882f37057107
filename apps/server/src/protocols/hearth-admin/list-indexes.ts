import { formatFieldPath, formatTimestamp } from '@hearth/model'
import type { Route } from '../../http/route.ts'
import { encodeFieldIndexes, formatOverridden } from '../firestore-codec/field-override.ts'
import { requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'

/**
 * How a database is indexed, whole, with what the vendor's API has no place for:
 * `{indexes: [{id, collectionGroup, isGroup, fields: [{fieldPath, kind}], state, origin, since, entries}], overrides: [{collectionGroup,
 * fieldPath, indexes: [{queryScope, order?, arrayConfig?}], state}], expiry: [{collectionGroup, fieldPath, since}]}`. `entries` is null
 * when there are more than 100,000.
 */
export function listIndexes({ documentAdministration: administration, ...deps }: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: '/hearth/v1/projects/:project/databases/:database/indexes',
    guard: 'admin',
    async handle(exchange, { project = '', database = '' }) {
      await requireRole(exchange, deps, project, 'viewer')
      const known = await administration.listIndexes(project, database)
      const indexes = []
      for (const index of known) {
        const { id, collectionId, isGroup, fields, state, origin, sinceMs } = index
        if (state === 'removing') continue
        indexes.push({
          id,
          collectionGroup: collectionId,
          isGroup,
          fields: fields.map(({ path, kind }) => ({ fieldPath: formatFieldPath(path), kind })),
          state,
          origin,
          since: new Date(sinceMs).toISOString(),
          entries: (await administration.countEntries(project, index)) ?? null,
        })
      }
      const groups = await administration.listFieldOverrides(project, database)
      const overrides = groups.flatMap(({ collectionGroup, state, overrides: ofGroup }) =>
        ofGroup.map(({ path, ...override }) => ({
          collectionGroup,
          fieldPath: formatOverridden(path),
          indexes: encodeFieldIndexes(override),
          state,
        })),
      )
      const policies = await administration.listExpiryPolicies(project, database)
      const expiry = policies.map(({ collectionGroup, field, since }) => {
        return { collectionGroup, fieldPath: field, since: formatTimestamp(since) }
      })
      exchange.replyJson(200, { indexes, overrides, expiry })
    },
  }
}
