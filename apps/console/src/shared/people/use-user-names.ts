import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import { useProject } from '../../session/project-context.tsx'
import { nameOfUser } from './project-user.ts'
import { lookedUpAtOnce, lookUpUsers } from './find-users.ts'
import { nameOf } from '../../backend/api/members.ts'
import { useMembers } from '../project-queries.ts'

/** By uid; undefined for who is gone. */
export type UserNames = ReadonlyMap<string, string | undefined>

const nobody: UserNames = new Map()

/**
 * What users of the project are known by, for those whom a list names, asked for many at a time and once each. Without anybody while it
 * isn't known: lists are worth reading with ids, too.
 */
export function useUserNames(uids: readonly (string | undefined)[]): UserNames {
  const project = useProject()
  const client = useQueryClient()
  const wanted = useMemo(() => [...new Set(uids.filter((uid) => uid !== undefined))].toSorted(), [uids])
  const all = [project.id, 'users', 'names']
  const { data = nobody } = useQuery({
    queryKey: [...all, wanted],
    queryFn: async () => {
      const known = client.getQueriesData<UserNames>({ queryKey: all }).flatMap(([, names]) => [...(names ?? [])])
      return await addNames(project, new Map(known), wanted)
    },
    staleTime: Number.POSITIVE_INFINITY,
    // The names that were known are in the next answer as well.
    gcTime: 0,
    enabled: wanted.length > 0,
  })
  return data
}

async function addNames(project: ProjectSession, known: UserNames, wanted: readonly string[]): Promise<UserNames> {
  const names = new Map(known)
  const missing = wanted.filter((uid) => !known.has(uid))
  for (let at = 0; at < missing.length; at += lookedUpAtOnce) {
    const localId = missing.slice(at, at + lookedUpAtOnce)
    const users = await lookUpUsers(project, { localId }).catch(() => undefined)
    if (users === undefined) continue
    const found = new Map(users.map((user) => [user.localId, nameOfUser(user)]))
    for (const uid of localId) names.set(uid, found.get(uid))
  }
  return names
}

/** What the members of the project are called, by uid; undefined for who is none, and until it is known. */
export function useMemberNames(): (uid: string) => string | undefined {
  const { data: members } = useMembers()
  return (uid) => {
    const member = members?.find((one) => one.uid === uid)
    return member && nameOf(member)
  }
}

/** What somebody is called, by uid and, where that is known, as a user or an operator; undefined where nobody knows, and until it is known. */
export type NameOfCaller = (caller: { readonly kind?: string; readonly uid?: string | undefined }) => string | undefined

/** What those whom a list of requests names are called. `uids`: of users, or of whoever it is where the list doesn't say. */
export function useCallerNames(uids: readonly (string | undefined)[]): NameOfCaller {
  const users = useUserNames(uids)
  const nameOfMember = useMemberNames()
  return ({ kind, uid }) => {
    if (uid === undefined) return undefined
    if (kind === 'operator') return nameOfMember(uid)
    return users.get(uid) ?? (kind === undefined ? nameOfMember(uid) : undefined)
  }
}
