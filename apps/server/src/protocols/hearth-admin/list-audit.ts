import type { AuditEntry } from '../../audit/audit-entry.ts'
import type { AuditFilter } from '../../audit/audit-log.ts'
import type { QueryParameters } from '../../http/exchange.ts'
import type { Route } from '../../http/route.ts'
import { requireRole } from './admin-callers.ts'
import { AuditPeople } from './audit-people.ts'
import type { HearthAdminDeps } from './deps.ts'
import { readPage, readSpan } from './read-request.ts'

/** What was done to a project, the newest first, with what it takes to check that nothing was changed or taken out: `hearth audit verify`. */
export function listAudit(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: '/hearth/v1/projects/:project/audit',
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'owner')
      const people = new AuditPeople(deps, project)
      const { since, until } = readSpan(exchange)
      const page = {
        ...readPage(exchange),
        since: since && since / 1000,
        until: until && until / 1000,
        filter: filterOf(exchange.query, people, (text) => deps.findUsers(project, text)),
      }
      const { entries, nextPageToken, head, anchor } = await deps.audit.list(project, page)
      exchange.replyJson(200, {
        entries,
        people: await people.ofEntries(entries),
        ...(nextPageToken !== undefined && { nextPageToken }),
        head,
        anchor,
      })
    },
  }
}

/**
 * `actor`, `action` and `target` are parts of what they name, whatever the case; undefined when none is asked for. The log has users by
 * uid, and whoever looks for them knows their addresses and names: `target` is also a part of those.
 */
function filterOf(
  query: QueryParameters,
  people: AuditPeople,
  findUsers: (text: string) => ReturnType<HearthAdminDeps['findUsers']>,
): AuditFilter | undefined {
  const wanted = (name: string): string => (query.get(name) ?? '').trim().toLowerCase()
  const [actor, action, target] = [wanted('actor'), wanted('action'), wanted('target')]
  if (actor === '' && action === '' && target === '') return undefined
  let named: Promise<ReadonlySet<string>> | undefined
  const isOfNamedUser = async (entry: AuditEntry): Promise<boolean> => {
    if (!entry.action.startsWith('users.')) return false
    named ??= findUsers(target).then((users) => new Set(users.flatMap(({ uid, email = uid }) => [uid, email])))
    const users = await named
    return entry.target.split(', ').some((user) => users.has(user))
  }
  return async (entry) => {
    const about = [entry.action, ...Object.values(entry.detail)].join(' ').toLowerCase()
    if (!about.includes(action)) return false
    if (!entry.target.toLowerCase().includes(target) && !(await isOfNamedUser(entry))) return false
    return actor === '' || (await people.has(entry.actor, actor))
  }
}
