import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { time } from './fields.ts'

const state = z.enum(['building', 'ready', 'failed'])
const index = z.object({
  id: z.string(),
  collectionGroup: z.string(),
  /** Of all collections with this id, not of those at the root alone. */
  isGroup: z.boolean(),
  fields: z.array(z.object({ fieldPath: z.string(), kind: z.enum(['ascending', 'descending', 'contains']) })),
  state,
  /** `automatic`: built because queries missed it. */
  origin: z.enum(['automatic', 'declared']),
  /** When the state began. */
  since: time,
  /** Null for more than 100,000. */
  entries: z.nullable(z.number()),
})
const fieldIndex = z.object({
  queryScope: z.enum(['COLLECTION', 'COLLECTION_GROUP']),
  order: z.optional(z.enum(['ASCENDING', 'DESCENDING'])),
  arrayConfig: z.optional(z.literal('CONTAINS')),
})
const fieldOverride = z.object({
  collectionGroup: z.string(),
  /** `*` for all fields of the collection group. */
  fieldPath: z.string(),
  /** What is left of the field's indexes. */
  indexes: z.array(fieldIndex),
  state,
})
const expiryPolicy = z.object({ collectionGroup: z.string(), fieldPath: z.string(), since: time })

export const listIndexes = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/databases/:database/indexes',
  summary:
    'How a database is indexed, whole, with what the vendor’s API has no place for. `entries` is null for more than 100,000.',
  who: 'viewer',
  answer: z.object({
    indexes: z.array(index),
    overrides: z.array(fieldOverride),
    expiry: z.array(expiryPolicy),
  }),
} as const satisfies Endpoint

/** How a database is indexed, and what expires in it. */
export type DatabaseIndexes = z.infer<(typeof listIndexes)['answer']>
export type CompositeIndex = z.infer<typeof index>
export type FieldIndex = z.infer<typeof fieldIndex>
export type FieldOverride = z.infer<typeof fieldOverride>
export type ExpiryPolicy = z.infer<typeof expiryPolicy>

export const applyIndexes = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/databases/:database/indexes',
  summary:
    'Takes up what a `firestore.indexes.json` declares; with `prune=true` fields that it does not name are indexed as all are again. `skipped` says what is left out and why. To let documents expire needs a recent sign-in; in `console` service keys alone.',
  who: 'owner',
  recentSignIn: 'sometimes',
  audit: 'databases.update',
  query: z.object({ prune: z.optional(z.string()) }),
  body: z.unknown(),
  bodyBytesMax: 1024 * 1024,
  answer: z.object({
    created: z.number(),
    kept: z.number(),
    overridden: z.number(),
    restored: z.number(),
    skipped: z.array(z.string()),
  }),
} as const satisfies Endpoint
