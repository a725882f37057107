import { MAX_NAME_BYTES, StatusError } from '@hearth/model'
import { z } from 'zod'
import type { Route } from '../../http/route.ts'
import { type Member, requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { auditAct } from './note-act.ts'
import { readRequest } from './read-request.ts'

const reading = ['documents.export', 'users.export'] as const
const changing = [
  'documents.import',
  'documents.delete-many',
  'documents.set-many',
  'documents.take-back',
  'documents.restore-many',
] as const

const count = z.int().nonnegative().optional()
const request = z.strictObject({
  act: z.enum([...reading, ...changing], `The act must be one of ${[...reading, ...changing].join(', ')}.`),
  /** As long as a path may be; the log keeps the beginning of a long one. */
  target: z.string('The target is missing.').max(MAX_NAME_BYTES),
  state: z.enum(['begun', 'done', 'failed', 'cancelled'], 'The state must be begun, done, failed or cancelled.'),
  database: z.string().max(100).optional(),
  through: count,
  refused: count,
})

/**
 * Writes into the audit log what the console does with many documents or users at once, when it begins and when it is over: single calls of
 * the vendor's protocols don't say what they are part of. It is the word of the one who does it.
 */
export function noteBulkAct(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path: '/hearth/v1/projects/:project/bulk-acts',
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      const member = await requireRole(exchange, deps, project, 'viewer')
      const { act, target, state, database, through, refused } = await readRequest(exchange, request)
      if (changing.some((one) => one === act)) await requireRole(exchange, deps, project, 'editor')
      if (!mayNote(deps, project, member, state)) {
        exchange.replyJson(200, {})
        return
      }
      const detail = {
        state,
        ...(database !== undefined && { database }),
        ...(through !== undefined && { through: String(through) }),
        ...(refused !== undefined && { refused: String(refused) }),
      }
      await auditAct(deps, exchange, member, { project, action: act, target, detail })
      exchange.replyJson(200, {})
    },
  }
}

/**
 * Whether there is room for it. Throws `resource-exhausted`/`TOO_MANY_REQUESTS` where there is none. Viewers change nothing, so this is all that
 * they could fill the log with: it keeps so many entries of a project, and goes without the end of what they began rather than let them wait.
 */
function mayNote(deps: HearthAdminDeps, project: string, { uid, key, role }: Member, state: string): boolean {
  const rate = role === 'viewer' ? deps.viewerBulkActRate : deps.bulkActRate
  try {
    rate.take(`${project} ${uid ?? key ?? ''}`)
    return true
  } catch (error) {
    if (role !== 'viewer' || state === 'begun' || !(error instanceof StatusError)) throw error
    return false
  }
}
