import { useMemberNames, useUserNames } from '../../shared/people/use-user-names.ts'

/** What a user of the project or a member of its team is called; undefined where nobody knows, and until it is known. */
export type NameOfUid = (uid: string | undefined) => string | undefined

export function useUidNames(uids: readonly (string | undefined)[]): NameOfUid {
  const users = useUserNames(uids)
  const nameOfMember = useMemberNames()
  return (uid) => (uid === undefined ? undefined : (users.get(uid) ?? nameOfMember(uid)))
}
