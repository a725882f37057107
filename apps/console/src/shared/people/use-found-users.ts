import { useQuery } from '@tanstack/react-query'
import { useProject } from '../../session/project-context.tsx'
import { useDebounced } from '../../ui/use-delay.ts'
import type { FoundUsers, ProjectUser } from './project-user.ts'
import { findUsers } from './find-users.ts'

/** Somebody who types on is waited for. */
const pauseMs = 200
const nobody: ReadonlyMap<string, string> = new Map()

/** The uids of users by what names them, of those who have a text in their address, name, number or uid; the first page of them. */
export function useFoundUsers(text: string): ReadonlyMap<string, string> {
  const project = useProject()
  const sought = text.trim()
  const [settled] = useDebounced(sought, pauseMs)
  // What can't be read is not said: a uid may be typed as well.
  const { data = nobody } = useQuery({
    queryKey: [project.id, 'users', 'sought', settled],
    queryFn: async () => await findUsers(project, { q: settled }),
    select: uidsByName,
    enabled: settled !== '',
  })
  return sought === '' ? nobody : data
}

function uidsByName({ users }: FoundUsers): ReadonlyMap<string, string> {
  return new Map(users.map((user) => [nameOf(user), user.localId]))
}

function nameOf({ displayName, email, phoneNumber, localId }: ProjectUser): string {
  return [displayName, email, phoneNumber, localId].filter((part) => part !== undefined && part !== '').join(' · ')
}
