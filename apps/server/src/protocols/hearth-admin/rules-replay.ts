import { invalidArgument } from '@hearth/model'
import { z } from 'zod'
import { DEFAULT_DATABASE } from '../../documents/databases/database.ts'
import type { Route } from '../../http/route.ts'
import type { Replayed } from '../../rules/rules-replay.ts'
import { checkSources } from '../../rules/rules-store.ts'
import { requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { encodeRequest } from './list-decisions.ts'
import { readRequest } from './read-request.ts'

const bodyBytesMax = 3 * 1024 * 1024
const request = z.strictObject({
  service: z.enum(['documents', 'files']),
  /** Whose documents; the default one without. */
  database: z.string().max(100).default(DEFAULT_DATABASE),
  files: z
    .array(z.object({ name: z.string().max(200), content: z.string() }))
    .min(1)
    .max(10),
  pageToken: z
    .stringFormat('id', /^\d{1,16}$/)
    .transform(Number)
    .optional(),
})

/**
 * What sources would have said to past requests, a page of at most 100 at a time, the newest first:
 * `{requests: [{request, would, rule?, reason?}], skipped, nextPageToken?}`; `would` is `allowed`, `denied` or `unknown`.
 */
export function replayRules(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path: '/hearth/v1/projects/:project/rules-replay',
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'viewer')
      const { files, service, database, pageToken: before } = await readRequest(exchange, request, bodyBytesMax)
      const sources = await checkSources(files)
      const gone = new AbortController()
      exchange.response.once('close', () => gone.abort())
      const page = await deps.rulesReplay.replay(project, {
        sources,
        service,
        database,
        before,
        signal: gone.signal,
      })
      exchange.replyJson(200, {
        requests: page.replayed.map(encodeReplayed),
        skipped: page.skipped,
        ...(page.next !== undefined && { nextPageToken: String(page.next) }),
      })
    },
  }
}

/**
 * All that is kept of a request, and what of it is not known any more: `{request, test?, unknown: ['resource', …], why?}`. The test asks rules
 * the same again; `why` is the expression that denied it: `{expression, value, parts: [{expression, value}]}`.
 */
export function getRequest(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: '/hearth/v1/projects/:project/requests/:request',
    guard: 'admin',
    async handle(exchange, { project = '', request: id = '' }) {
      await requireRole(exchange, deps, project, 'viewer')
      if (!/^\d{1,16}$/.test(id)) throw invalidArgument('INVALID_REQUEST', 'The id of a request is a number.')
      const { decision, test, unknown, why } = await deps.rulesReplay.describe(project, Number(id))
      exchange.replyJson(200, { request: encodeRequest(decision), test, unknown, why })
    },
  }
}

function encodeReplayed({ decision, verdict, rule, reason }: Replayed): object {
  return { request: encodeRequest(decision), would: verdict, rule, reason }
}
