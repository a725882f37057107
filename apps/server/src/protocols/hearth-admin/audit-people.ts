import type { Actor, AuditEntry } from '../../audit/audit-entry.ts'
import type { HearthAdminDeps } from './deps.ts'

/** Who an id of an actor belongs to, as it is now; both absent for who is gone. */
export interface AuditPerson {
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
