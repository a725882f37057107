import { getRulesOverride, type ReplayedRequest, replayRules, type RulesOverride } from '@hearth/api'
import { DEFAULT_DATABASE } from '../../documents/databases/database.ts'
import type { UnpublishedRules } from '../../rules/rules-in-force.ts'
import type { Replayed } from '../../rules/rules-replay.ts'
import { checkSources } from '../../rules/rules-store.ts'
import { timeJson, route } from './route.ts'
import { requestJson } from './requests.ts'

export const rules = [
  route(getRulesOverride, async ({ deps: { rulesInForce }, params: { project }, query }) => {
    const { database = DEFAULT_DATABASE } = query
    return {
      documents: overrideJson(rulesInForce.findOverride(project, 'cloud.firestore', database)),
      files: overrideJson(rulesInForce.findOverride(project, 'firebase.storage', DEFAULT_DATABASE)),
    }
  }),

  route(replayRules, async ({ deps, exchange, params: { project }, body }) => {
    const { files, service, database = DEFAULT_DATABASE, pageToken: before } = await body()
    const sources = await checkSources(files)
    const gone = new AbortController()
    exchange.response.once('close', () => gone.abort())
    const { signal } = gone
    const page = await deps.rulesReplay.replay(project, { sources, service, database, before, signal })
    return {
      requests: page.replayed.map(replayedJson),
      skipped: page.skipped,
      nextPageToken: page.next === undefined ? undefined : String(page.next),
    }
  }),
]

function replayedJson({ decision, verdict, rule, reason }: Replayed): ReplayedRequest {
  return { request: requestJson(decision), would: verdict, rule, reason }
}

function overrideJson(rules: UnpublishedRules | undefined): RulesOverride | undefined {
  if (rules === undefined) return undefined
  const { origin, since, files, isBroken } = rules
  return {
    origin: origin.kind,
    ...(origin.kind === 'file' && { path: origin.path }),
    since: timeJson(since),
    isBroken,
    files: [...files],
  }
}
