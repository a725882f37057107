import { useCallback } from 'react'
import { listMembers, nameOf } from '../../api/members.ts'
import { useProject } from '../../session/project-context.tsx'
import { useAsked } from '../../ui/use-asked.ts'

/** What the members of the project are called, by uid; undefined for who is none, and until it is known. */
export function useMemberNames(): (uid: string) => string | undefined {
  const project = useProject()
  const { answer } = useAsked(useCallback(() => listMembers(project), [project])).asked
  return (uid) => {
    const member = answer?.find((one) => one.uid === uid)
    return member && nameOf(member)
  }
}
