import { applyIndexes, type DatabaseIndexes, listIndexes } from '@hearth/api'
import { formatFieldPath, formatTimestamp } from '@hearth/model'
import { assertMayShapeDatabases, assertRecentSignIn } from '../../access/admin-access.ts'
import {
  encodeFieldIndexes,
  formatOverridden,
  decodeIndexFile,
  indexFile,
} from '../firestore-codec/index-declaration.ts'
import { timeJson, route } from './route.ts'
import { parseRequest } from './read-request.ts'

export const indexes = [
  route(listIndexes, async ({ deps: { documentAdministration: administration }, params: { project, database } }) => {
    const listed: DatabaseIndexes['indexes'] = []
    for (const index of await administration.listIndexes(project, database)) {
      const { id, collectionId, isGroup, fields, state, origin, sinceMs } = index
      if (state === 'removing') continue
      listed.push({
        id,
        collectionGroup: collectionId,
        isGroup,
        fields: fields.map(({ path, kind }) => ({ fieldPath: formatFieldPath(path), kind })),
        state,
        origin,
        since: timeJson(sinceMs),
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
    return { indexes: listed, overrides, expiry }
  }),

  route(applyIndexes, async ({ deps, params: { project, database }, query, caller, body, note }) => {
    assertMayShapeDatabases(project, { isServer: caller.uid === undefined })
    const { declared, skipped } = decodeIndexFile(database, parseRequest(indexFile, await body()))
    const letsExpire = declared.expiry.some(({ isOn }) => isOn)
    if (letsExpire && caller.authTime !== undefined) assertRecentSignIn(caller.authTime, deps.clock.nowMs())
    const isWhole = query.prune === 'true'
    const result = await deps.documentAdministration.declareIndexes(project, database, declared, { isWhole })
    await note({ target: `databases/${database}/indexes` })
    return { ...result, skipped }
  }),
]
