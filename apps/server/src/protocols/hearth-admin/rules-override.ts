import type { Route } from '../../http/route.ts'
import type { UnpublishedRules } from '../../rules/rules-in-force.ts'
import { requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'

/**
 * Under `hearth dev`: what holds instead of published rules, files of the developer's folder or what a tool has set:
 * `{documents?: {origin, path?, since, isBroken, files}, files?: …}`. Nothing of it under `hearth start`.
 */
export function getRulesOverride(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: '/hearth/v1/projects/:project/rules-override',
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'viewer')
      const { rulesInForce } = deps
      exchange.replyJson(200, {
        documents: encode(rulesInForce.findOverride(project, 'cloud.firestore')),
        files: encode(rulesInForce.findOverride(project, 'firebase.storage')),
      })
    },
  }
}

function encode(rules: UnpublishedRules | undefined): object | undefined {
  if (rules === undefined) return undefined
  const { origin, since, files, isBroken } = rules
  return {
    origin: origin.kind,
    ...(origin.kind === 'file' && { path: origin.path }),
    since: new Date(since).toISOString(),
    isBroken,
    files,
  }
}
