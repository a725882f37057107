import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { database, done, nextPageToken, pageQuery, span } from './fields.ts'

export const auditEntry = z.object({
  /** From 1, without gaps. */
  number: z.number(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  actor: z.object({ kind: z.string(), uid: z.optional(z.string()), id: z.optional(z.string()) }),
  /** Such as `service-keys.create`. */
  action: z.string(),
  target: z.string(),
  detail: z.optional(z.record(z.string(), z.string())),
  address: z.optional(z.string()),
  requestId: z.optional(z.string()),
  previous: z.string(),
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const auditPerson = z.object({ name: z.optional(z.string()), email: z.optional(z.string()) })
/** Who an id belongs to now. */
export type AuditPerson = z.infer<typeof auditPerson>

const link = z.object({ number: z.number(), hash: z.string() })

export const listAudit = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/audit',
  summary:
    'What was done to the project, the newest first, with what it takes to check that nothing was changed or taken out: `hearth audit verify`. `people` is by uid or key id, as of today; `actor`, `action` (the detail, too) and `target` (of users also by address, name or number) are parts of what is wanted, and a page looks through 5,000 entries at most, so that it may be short before the last; `head` and `anchor` name the newest entry and the last one that is no longer kept (decision 0032).',
  who: 'owner',
  query: z.extend(pageQuery, {
    ...span,
    actor: z.optional(z.string()),
    action: z.optional(z.string()),
    target: z.optional(z.string()),
  }),
  answer: z.object({
    entries: z.array(auditEntry),
    people: z.record(z.string(), auditPerson),
    nextPageToken,
    head: link,
    anchor: link,
  }),
} as const satisfies Endpoint

const reading = ['documents.export', 'users.export'] as const
const changing = [
  'documents.import',
  'documents.delete-many',
  'documents.set-many',
  'documents.take-back',
  'documents.restore-many',
] as const
const bulkActs = [...reading, ...changing] as const

/** As long as a path may be; the log keeps the beginning of a long one. */
const targetCharactersMax = 6_144

const count = z.optional(z.int().check(z.nonnegative()))
const bulkAct = z.strictObject({
  act: z.enum(bulkActs, `The act must be one of ${bulkActs.join(', ')}.`),
  target: z.string('The target is missing.').check(z.maxLength(targetCharactersMax)),
  state: z.enum(['begun', 'done', 'failed', 'cancelled'], 'The state must be begun, done, failed or cancelled.'),
  database: z.optional(database),
  through: count,
  refused: count,
})
/** What is done with many documents or users at once, as it is told to the log. */
export type BulkAct = z.input<typeof bulkAct>

/** Whether whoever does it has to be an editor. */
export function isChanging(act: BulkAct['act']): boolean {
  return changing.some((one) => one === act)
}

export const noteBulkAct = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/bulk-acts',
  summary:
    'Writes into the audit log what the console does with many documents or users at once, when it begins and when it is over. Exports are a viewer’s, all else is an editor’s. `target` is a path, of which the log keeps the first 1,500 characters; 429 beyond 240 a minute of one member, and 120 an hour of a viewer, of whom the end of what was begun is answered then and not kept.',
  who: 'viewer',
  audit: bulkActs,
  body: bulkAct,
  answer: done,
  errors: { TOO_MANY_REQUESTS: 'resource-exhausted' },
} as const satisfies Endpoint
