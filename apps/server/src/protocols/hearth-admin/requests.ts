import { getRequest, type ListedRequest, listRequests } from '@hearth/api'
import { formatTimestamp, invalidArgument } from '@hearth/model'
import type { RulesOrigin } from '../../access/decision.ts'
import type { KeptDecision } from '../../rules/decision-log.ts'
import { timeJson, route } from './route.ts'

/** As the rules language groups them. */
const groups = { read: ['get', 'list'], write: ['create', 'update', 'delete'] } as const

export const requests = [
  route(listRequests, async ({ deps, params: { project }, query }) => {
    const { pageSize, pageToken: before, after, verdict, operation, wholePath, ...filter } = query
    const isAllowed = verdict && verdict === 'allowed'
    const operations = operation && (operation === 'read' || operation === 'write' ? groups[operation] : [operation])
    const wanted = { ...filter, isAllowed, operations, isWholePath: wholePath === 'true' }
    const { decisions, next } = await deps.decisions.list(project, { pageSize, before, after }, wanted)
    return { requests: decisions.map(requestJson), nextPageToken: next === undefined ? undefined : String(next) }
  }),

  route(getRequest, async ({ deps, params: { project, request: id } }) => {
    if (!/^\d{1,16}$/.test(id)) throw invalidArgument('INVALID_REQUEST', 'The id of a request is a number.')
    const { decision, ...described } = await deps.rulesReplay.describe(project, Number(id))
    return { request: requestJson(decision), ...described }
  }),
]

/** As lists show it; what is kept to ask about it again is left out. */
export function requestJson(decision: KeptDecision): ListedRequest {
  const { id, service, operation, database, path, caller, isAllowed, rule, reason, expression } = decision
  const { rules, stages, lookedUp, from, written } = decision
  return {
    id: String(id),
    time: formatTimestamp(id),
    service,
    operation,
    database,
    path,
    caller: { kind: caller.kind, uid: caller.uid },
    rule,
    reason,
    expression,
    rules: rules && originJson(rules),
    stages,
    lookedUp: lookedUp && [...lookedUp],
    from,
    written: written && { count: written.count, paths: [...written.paths] },
    verdict: isAllowed ? 'allowed' : 'denied',
  }
}

function originJson(rules: RulesOrigin): ListedRequest['rules'] {
  return 'rulesetId' in rules ? { ruleset: rules.rulesetId } : { since: timeJson(rules.since) }
}
