import { z } from 'zod'
import { StatusError } from '@hearth/model'
import type { Route } from '../../http/route.ts'
import { decodeIndex, indexDeclaration, isVectorIndex } from '../firestore-codec/index-declaration.ts'
import { requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { readRequest } from './read-request.ts'

/** `firestore.indexes.json`, as the vendor's command line writes it. */
const indexFile = z.object({
  indexes: z.array(indexDeclaration.extend({ collectionGroup: z.string() })).default([]),
  fieldOverrides: z
    .array(
      z.object({
        collectionGroup: z.string(),
        fieldPath: z.string(),
        ttl: z.boolean().optional(),
        indexes: z.array(z.unknown()).optional(),
      }),
    )
    .default([]),
})

/**
 * Takes up what a `firestore.indexes.json` declares: `{created, kept, skipped: [reason]}`. What is there besides stays.
 * Indexes for vector search are not needed; single fields stay indexed whatever the file says of them.
 */
export function applyIndexes(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path: '/hearth/v1/projects/:project/databases/:database/indexes',
    guard: 'admin',
    async handle(exchange, { project = '', database = '' }) {
      const { uid } = await requireRole(exchange, deps, project, 'owner')
      const file = await readRequest(exchange, indexFile)
      const { documentAdministration: administration } = deps
      const answer = { created: 0, kept: 0, skipped: [] as string[] }
      for (const declared of file.indexes) {
        if (isVectorIndex(declared)) {
          answer.skipped.push(`${declared.collectionGroup}: vector search needs no index`)
          continue
        }
        const isNew = await isCreated(() =>
          administration.createIndex(project, decodeIndex(database, declared.collectionGroup, declared)),
        )
        answer[isNew ? 'created' : 'kept']++
      }
      for (const { collectionGroup, fieldPath, ttl, indexes } of file.fieldOverrides) {
        if (ttl) await administration.setExpiryPolicy(project, database, collectionGroup, fieldPath)
        if (indexes !== undefined)
          answer.skipped.push(`${collectionGroup}.${fieldPath}: the field stays indexed as all are`)
      }
      if (uid !== undefined) {
        deps.onOperatorAct({
          project,
          uid,
          service: 'documents',
          operation: 'update',
          target: `databases/${database}/indexes`,
        })
      }
      exchange.replyJson(200, answer)
    },
  }
}

async function isCreated(create: () => Promise<unknown>): Promise<boolean> {
  try {
    await create()
    return true
  } catch (error) {
    if (error instanceof StatusError && error.code === 'already-exists') return false
    throw error
  }
}
