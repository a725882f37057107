import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { time, nextPageToken, pageQuery, span } from './fields.ts'

const author = z.object({
  kind: z.enum(['user', 'operator', 'visitor', 'server']),
  uid: z.optional(z.string()),
})
/** Who made a version. */
export type Author = z.infer<typeof author>

export const listVersions = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/databases/:database/versions/*path',
  summary: '[What became](#history) of a document, the newest first; `document` is null for a deletion.',
  who: 'viewer',
  query: pageQuery,
  answer: z.object({
    versions: z.array(
      z.object({
        version: time,
        author,
        document: z.nullable(
          z.object({
            createTime: z.optional(time),
            fields: z.optional(z.record(z.string(), z.unknown())),
          }),
        ),
      }),
    ),
    nextPageToken,
  }),
} as const satisfies Endpoint

export const listDeleted = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/databases/:database/deleted',
  summary:
    'Documents that were deleted in the last 7 days and are not there again, of one collection or of the whole database, those deleted last first. `version` is the time of the deletion, `lastVersion` what restores the document (null: not kept any more).',
  who: 'viewer',
  query: z.extend(pageQuery, { collection: z.optional(z.string()), ...span }),
  answer: z.object({
    deleted: z.array(z.object({ path: z.string(), version: time, author, lastVersion: z.nullable(time) })),
    nextPageToken,
  }),
} as const satisfies Endpoint

export const restoreVersion = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/databases/:database/versions/*path:restore',
  summary: 'Writes the document as it was at that time; with `isForAbsent` only where there is none by now, else 409.',
  who: 'editor',
  body: z.object({ version: z.string(), isForAbsent: z._default(z.boolean(), false) }),
  answer: z.object({ updateTime: time }),
} as const satisfies Endpoint

export const listChanges = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/changes',
  summary:
    'Changes in all databases, the oldest first, whole commits. `after` is a time: to begin with, now or one of the last 7 days; then the `version` of the last change that came.',
  who: 'viewer',
  query: z.object({ ...pageQuery.shape, after: z.string('A time is required.') }),
  answer: z.object({
    changes: z.array(z.object({ version: time, database: z.string(), path: z.string(), author })),
  }),
  errors: { CHANGES_COLLECTED: 'out-of-range' },
} as const satisfies Endpoint
