import { z } from 'zod'
import type { Route } from '../../http/route.ts'
import { requireRole } from './admin-callers.ts'
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
  target: z.string('The target is missing.').max(1500),
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
      deps.bulkActRate.take(`${project} ${member.uid ?? member.key ?? ''}`)
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
