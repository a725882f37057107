import type { Route } from '../../http/route.ts'
import type { UnpublishedRules } from '../../rules/rules-in-force.ts'
import { z } from 'zod'
import { DEFAULT_DATABASE } from '../../documents/databases/database.ts'
import { requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { readQuery } from './read-request.ts'

const query = z.object({ database: z.string().max(100).default(DEFAULT_DATABASE) })

/**
 * Under `hearth dev`: what holds instead of published rules, files of the developer's folder or what a tool has set:
 * `{documents?: {origin, path?, since, isBroken, files}, files?: …}`. Nothing of it under `hearth start`. `?database=` says of which
 * database the documents are, the default one without.
 */
export function getRulesOverride(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: '/hearth/v1/projects/:project/rules-override',
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'viewer')
      const { rulesInForce } = deps
      const { database } = readQuery(exchange, query)
      exchange.replyJson(200, {
        documents: encode(rulesInForce.findOverride(project, 'cloud.firestore', database)),
        files: encode(rulesInForce.findOverride(project, 'firebase.storage', DEFAULT_DATABASE)),
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
