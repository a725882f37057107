import { formatTimestamp } from '@hearth/model'
import { z } from 'zod'
import type { RulesOrigin } from '../../access/decision.ts'
import type { Route } from '../../http/route.ts'
import type { KeptDecision } from '../../rules/decision-log.ts'
import { requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { readPage, readQuery } from './read-request.ts'

const id = z
  .stringFormat('id', /^\d{1,16}$/)
  .transform(Number)
  .optional()
/** As the rules language groups them. */
const groups = { read: ['get', 'list'], write: ['create', 'update', 'delete'] } as const
const query = z.object({
  pageToken: id,
  after: id,
  verdict: z.enum(['allowed', 'denied']).optional(),
  service: z.enum(['documents', 'files']).optional(),
  operation: z.enum([...groups.read, ...groups.write, 'read', 'write']).optional(),
  uid: z.string().max(128).optional(),
  path: z.string().max(1500).optional(),
  wholePath: z.enum(['true', 'false']).optional(),
  database: z.string().max(100).optional(),
})

/**
 * What the gate decided, the newest first: `{requests: [{id, time, service, operation, database?, path, caller, verdict, rule?,
 * reason?, expression?, rules?, stages?, lookedUp?, from?, written?}], nextPageToken?}`. `after` is an id: what came since; `rules` is
 * `{ruleset}` of published ones, `{since}` of a file or a tool.
 */
export function listDecisions(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: '/hearth/v1/projects/:project/requests',
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'viewer')
      const { pageSize } = readPage(exchange)
      const { pageToken: before, after, verdict, operation, wholePath, ...filter } = readQuery(exchange, query)
      const isAllowed = verdict && verdict === 'allowed'
      const operations = operation && (operation === 'read' || operation === 'write' ? groups[operation] : [operation])
      const wanted = { ...filter, isAllowed, operations, isWholePath: wholePath === 'true' }
      const page = await deps.decisions.list(project, { pageSize, before, after }, wanted)
      exchange.replyJson(200, {
        requests: page.decisions.map(encodeRequest),
        ...(page.next !== undefined && { nextPageToken: String(page.next) }),
      })
    },
  }
}

function encodeOrigin(rules: RulesOrigin): object {
  return 'rulesetId' in rules ? { ruleset: rules.rulesetId } : { since: new Date(rules.since).toISOString() }
}

/** As lists show it; what is kept to ask about it again is left out. */
export function encodeRequest(decision: KeptDecision): object {
  const {
    id: decided,
    service,
    operation,
    database,
    path,
    caller,
    isAllowed,
    rule,
    reason,
    expression,
    rules,
    stages,
    lookedUp,
    from,
    written,
  } = decision
  return {
    id: String(decided),
    time: formatTimestamp(decided),
    service,
    operation,
    database,
    path,
    caller: { kind: caller.kind, uid: caller.uid },
    rule,
    reason,
    expression,
    rules: rules && encodeOrigin(rules),
    stages,
    lookedUp,
    from,
    written,
    verdict: isAllowed ? 'allowed' : 'denied',
  }
}
