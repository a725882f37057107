import { useMemo } from 'react'
import { type ListedRequest, uidsOf } from '../../shared/requests/list-requests.ts'
import { useMemberNames, type UserNames, useUserNames } from '../../shared/people/use-user-names.ts'

/** What somebody who asked is called; undefined where nobody knows, and until it is known. */
export type CallerName = (caller: ListedRequest['caller']) => string | undefined

/** What those who asked are called, users and members of the team; `users` knows the one that is asked for, too. */
export function useCallerNames(
  asked: string | undefined,
  requests: readonly ListedRequest[] | undefined,
): { readonly users: UserNames; readonly nameOf: CallerName } {
  const users = useUserNames(useMemo(() => [asked, ...uidsOf(requests ?? [])], [asked, requests]))
  const nameOfMember = useMemberNames()
  return {
    users,
    nameOf: ({ kind, uid }) =>
      uid === undefined ? undefined : kind === 'operator' ? nameOfMember(uid) : users.get(uid),
  }
}
