import * as api from '@hearth/api'
import { callApi } from '../../backend/api/call-api.ts'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import type { ListPage } from '../../ui/use-pages.ts'
import type { TimeSpan } from '../../ui/time-span.ts'
import { nameOfUser } from '../people/project-user.ts'
import { lookedUpAtOnce, lookUpUsers } from '../people/find-users.ts'

/** With who it was, and whom it was done to, as far as that is known now. */
export type AuditEntry = api.AuditEntry & {
  readonly person: api.AuditPerson | undefined
  /** By uid. */
  readonly people: Readonly<Record<string, api.AuditPerson>>
  /** Users of the project's apps whom the page's entries are about. */
  readonly users: AuditedUsers
}

/** Parts of what entries name, whatever the case; empty texts want all. */
export interface AuditTexts {
  readonly actor: string
  readonly action: string
  readonly target: string
}

export interface AuditWish extends AuditTexts, TimeSpan {}

const pageSize = 100

/** What was done to a project, the newest first. */
export async function listAudit(
  project: ProjectSession,
  wish: AuditWish,
  pageToken: string | undefined,
): Promise<ListPage<AuditEntry>> {
  const texts = Object.fromEntries(Object.entries(wish).filter(([, text]) => text !== ''))
  const query = { ...texts, pageSize, pageToken }
  const { entries, people, nextPageToken } = await callApi(api.listAudit, { project: project.id, query }, project)
  // The log is worth reading with ids in the place of names, too.
  const users = await findAuditedUsers(project, entries).catch((): AuditedUsers => new Map())
  const rows = entries.map((entry) => ({
    ...entry,
    person: people[entry.actor.uid ?? entry.actor.id ?? ''],
    people,
    users,
  }))
  return { rows, nextPageToken }
}

/** A user of the project whom an entry of the audit log is about. */
interface AuditedUser {
  readonly uid: string
  /** See `nameOfUser`. */
  readonly name: string
}

/** By what entries call them: a uid, or the address that a link was made for. */
type AuditedUsers = ReadonlyMap<string, AuditedUser>

interface Entry {
  readonly action: string
  readonly target: string
}

/** What an entry about users names them by; nothing for one that is about something else. */
export function namedUsersOf({ action, target }: Entry): readonly string[] {
  return /^users\.(accounts|endSession)/.test(action) && target !== '' ? target.split(', ') : []
}

/** Who users are whom the entries name, as far as they are known now; of many those whom the first entries name. */
async function findAuditedUsers(project: ProjectSession, entries: readonly Entry[]): Promise<AuditedUsers> {
  const named = [...new Set(entries.flatMap(namedUsersOf))].slice(0, lookedUpAtOnce)
  if (named.length === 0) return new Map()
  const isAddress = (text: string): boolean => text.includes('@')
  const wanted = { localId: named.filter((text) => !isAddress(text)), email: named.filter(isAddress) }
  const found: [string, AuditedUser][] = []
  for (const known of await lookUpUsers(project, wanted)) {
    const user = { uid: known.localId, name: nameOfUser(known) }
    found.push([user.uid, user])
    if (known.email !== undefined) found.push([known.email, user])
  }
  return new Map(found)
}
