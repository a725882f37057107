import { countRequests, getRequest, groupRequests, type ListedRequest, listRequests, type QueryOf } from '@hearth/api'
import { formatTimestamp, invalidArgument } from '@hearth/model'
import type { RulesOrigin } from '../../access/decision.ts'
import type { DecisionFilter } from '../../rules/decision-filter.ts'
import type { DecisionSpan, KeptDecision } from '../../rules/decision-log.ts'
import { timeJson, route } from './route.ts'

/** As the rules language groups them. */
const groups = { read: ['get', 'list'], write: ['create', 'update', 'delete'] } as const

/** Of a count over time. */
const STEPS = 60

function filterOf({
  verdict,
  operation,
  wholePath,
  groupBy: by,
  group: key,
  ...filter
}: Omit<QueryOf<typeof countRequests>, 'minutes'>): DecisionFilter {
  const isAllowed = verdict && verdict === 'allowed'
  const operations = operation && (operation === 'read' || operation === 'write' ? groups[operation] : [operation])
  const group = by !== undefined && key !== undefined ? { by, key } : undefined
  return { ...filter, isAllowed, operations, isWholePath: wholePath === 'true', group }
}

export const requests = [
  route(listRequests, async ({ deps, params: { project }, query }) => {
    const { pageSize, pageToken: before, after, order, ...asked } = query
    if (order === 'slowest') {
      const slowest = await deps.decisions.slowest(project, spanOf(after, before), filterOf(asked), pageSize)
      return { requests: slowest.map(requestJson), nextPageToken: undefined }
    }
    const { decisions, next } = await deps.decisions.list(project, { pageSize, before, after }, filterOf(asked))
    return { requests: decisions.map(requestJson), nextPageToken: next === undefined ? undefined : String(next) }
  }),

  route(countRequests, async ({ deps, params: { project }, query: { minutes, ...asked } }) => {
    const stepSeconds = (minutes * 60) / STEPS
    const stepLength = stepSeconds * 1_000_000
    // The last step ends with the whole one that now is in, so that steps stay what they were as time goes on.
    const end = Math.ceil((deps.clock.nowMs() * 1000 + 1) / stepLength) * stepLength
    const begin = end - stepLength * STEPS
    const counts = await deps.decisions.count(project, { begin, stepLength, steps: STEPS }, filterOf(asked))
    const { allowed, denied, isCut, missed } = counts
    return { begin: formatTimestamp(begin), stepSeconds, allowed: [...allowed], denied: [...denied], isCut, missed }
  }),

  route(groupRequests, async ({ deps, params: { project }, query: { by, after, pageToken, ...asked } }) => {
    const found = await deps.decisions.group(project, by, spanOf(after, pageToken), filterOf(asked))
    return {
      groups: found.groups.map(({ newest, firstId, ...group }) => ({
        ...group,
        newest: requestJson(newest),
        first: formatTimestamp(firstId),
      })),
      more: found.more,
      oldest: found.oldestId === undefined ? undefined : formatTimestamp(found.oldestId),
    }
  }),

  route(getRequest, async ({ deps, params: { project, request: id } }) => {
    if (!/^\d{1,16}$/.test(id)) throw invalidArgument('INVALID_REQUEST', 'The id of a request is a number.')
    const { decision, excerpt, ...described } = await deps.rulesReplay.describe(project, Number(id))
    return {
      request: requestJson(decision),
      ...described,
      excerpt: excerpt && { ...excerpt, lines: [...excerpt.lines] },
    }
  }),
]

/** Between two ids, neither of which is in it. */
function spanOf(after: number | undefined, before: number | undefined): DecisionSpan {
  return { begin: after === undefined ? undefined : after + 1, end: before }
}

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
