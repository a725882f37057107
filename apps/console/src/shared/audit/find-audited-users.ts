import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import { nameOfUser } from '../people/project-user.ts'
import { lookedUpAtOnce, lookUpUsers } from '../people/find-users.ts'

/** A user of the project whom an entry of the audit log is about. */
export interface AuditedUser {
  readonly uid: string
  /** See `nameOfUser`. */
  readonly name: string
}

/** By what entries call them: a uid, or the address that a link was made for. */
export type AuditedUsers = ReadonlyMap<string, AuditedUser>

interface Entry {
  readonly action: string
  readonly target: string
}

/** What an entry about users names them by; nothing for one that is about something else. */
export function namedUsersOf({ action, target }: Entry): readonly string[] {
  return /^users\.(accounts|endSession)/.test(action) && target !== '' ? target.split(', ') : []
}

/** Who users are whom the entries name, as far as they are known now; of many those whom the first entries name. */
export async function findAuditedUsers(project: ProjectSession, entries: readonly Entry[]): Promise<AuditedUsers> {
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
