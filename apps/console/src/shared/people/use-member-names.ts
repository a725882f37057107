import { nameOf } from '../../backend/api/members.ts'
import { useMembers } from '../project-queries.ts'

/** What the members of the project are called, by uid; undefined for who is none, and until it is known. */
export function useMemberNames(): (uid: string) => string | undefined {
  const { data: members } = useMembers()
  return (uid) => {
    const member = members?.find((one) => one.uid === uid)
    return member && nameOf(member)
  }
}
