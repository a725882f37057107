import { isChanging, listAudit, noteBulkAct } from '@hearth/api'
import { StatusError } from '@hearth/model'
import type { Actor, AuditEntry } from '../../audit/audit-entry.ts'
import type { AuditFilter } from '../../audit/audit-log.ts'
import { type Member, requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { auditAct } from './note-act.ts'
import { spanOf } from './read-request.ts'
import { route } from './route.ts'

export const audit = [
  route(listAudit, async ({ deps, params: { project }, query }) => {
    const people = new AuditPeople(deps, project)
    const { pageSize, pageToken } = query
    const { since, until } = spanOf(query)
    const page = {
      pageSize,
      pageToken,
      since: since && since / 1000,
      until: until && until / 1000,
      filter: filterOf(query, people, (text) => deps.findUsers(project, text)),
    }
    const { entries, nextPageToken, head, anchor } = await deps.audit.list(project, page)
    return { entries, people: await people.ofEntries(entries), nextPageToken, head, anchor }
  }),

  /**
   * Single calls of the vendor's protocols don't say what they are part of. It is the word of the one who does it.
   */
  route(noteBulkAct, async ({ deps, exchange, params: { project }, caller, body }) => {
    const { act: action, target, state, database, through, refused } = await body()
    if (isChanging(action)) await requireRole(exchange, deps, project, 'editor')
    if (!mayNote(deps, project, caller, state)) return {}
    const detail = {
      state,
      ...(database !== undefined && { database }),
      ...(through !== undefined && { through: String(through) }),
      ...(refused !== undefined && { refused: String(refused) }),
    }
    await auditAct(deps, exchange, caller, { project, action, target, detail })
    return {}
  }),
]

/**
 * `actor`, `action` and `target` are parts of what they name, whatever the case; undefined when none is asked for. The log has users by
 * uid, and whoever looks for them knows their addresses and names: `target` is also a part of those.
 */
function filterOf(
  query: { readonly [Name in 'actor' | 'action' | 'target']?: string | undefined },
  people: AuditPeople,
  findUsers: (text: string) => ReturnType<HearthAdminDeps['findUsers']>,
): AuditFilter | undefined {
  const wanted = (text = ''): string => text.trim().toLowerCase()
  const [actor, action, target] = [wanted(query.actor), wanted(query.action), wanted(query.target)]
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

/** Who an id of an actor belongs to, as it is now; both absent for who is gone. */
interface AuditPerson {
  /** Of a person, or of a service key. */
  readonly name?: string | undefined
  readonly email?: string | undefined
}

/** Finds the names of a project's actors, each once. */
export class AuditPeople {
  readonly #deps: Pick<HearthAdminDeps, 'findAccount' | 'serviceKeys'>
  readonly #project: string
  readonly #known = new Map<string, Promise<AuditPerson>>()
  #keyNames: Promise<ReadonlyMap<string, string>> | undefined

  constructor(deps: Pick<HearthAdminDeps, 'findAccount' | 'serviceKeys'>, project: string) {
    this.#deps = deps
    this.#project = project
  }

  async find(actor: Actor): Promise<AuditPerson> {
    if (actor.kind === 'service-key') return { name: (await this.#keys()).get(actor.id) }
    if (actor.kind !== 'person') return {}
    let found = this.#known.get(actor.uid)
    if (found === undefined) {
      found = this.#deps.findAccount(actor.uid).then((account) => ({
        name: account?.displayName,
        email: account?.email,
      }))
      this.#known.set(actor.uid, found)
    }
    return await found
  }

  /** By uid or id of a key, for all of these entries' actors, and people whose role changed, that have a name. */
  async ofEntries(entries: readonly AuditEntry[]): Promise<Record<string, AuditPerson>> {
    const people: Record<string, AuditPerson> = {}
    const changed = entries.filter(({ action }) => action === 'team.update').flatMap(({ target }) => target.split(', '))
    const actors = [...entries.map(({ actor }) => actor), ...changed.map((uid) => ({ kind: 'person', uid }) as const)]
    for (const actor of actors) {
      const id = idOf(actor)
      if (id === '' || Object.hasOwn(people, id)) continue
      const person = await this.find(actor)
      if (person.name !== undefined || person.email !== undefined) people[id] = person
    }
    return people
  }

  /** Whether the actor's id, name or address has this text, whatever the case. */
  async has(actor: Actor, text: string): Promise<boolean> {
    const { name = '', email = '' } = await this.find(actor)
    return [idOf(actor), actor.kind, name, email].some((one) => one.toLowerCase().includes(text))
  }

  #keys(): Promise<ReadonlyMap<string, string>> {
    this.#keyNames ??= this.#deps.serviceKeys
      .list(this.#project)
      .then((keys) => new Map(keys.map(({ id, name }) => [id, name])))
    return this.#keyNames
  }
}

function idOf(actor: Actor): string {
  return actor.kind === 'person' ? actor.uid : actor.kind === 'service-key' ? actor.id : ''
}
