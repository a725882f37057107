import { useEffect, useState } from 'react'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import type { ProjectUser } from './project-user.ts'
import { findUsers } from './find-users.ts'

/** Somebody who types on is waited for. */
const pauseMs = 200
const nobody: ReadonlyMap<string, string> = new Map()

/** The uids of users by what names them, of those who have a text in their address, name, number or uid; the first page of them. */
export function useFoundUsers(project: ProjectSession, text: string): ReadonlyMap<string, string> {
  const [found, setFound] = useState(nobody)
  const sought = text.trim()
  useEffect(() => {
    if (sought === '') return
    let isCurrent = true
    const timer = setTimeout(() => {
      findUsers(project, { q: sought }).then(
        ({ users }) => {
          if (isCurrent) setFound(new Map(users.map((user) => [nameOf(user), user.localId])))
        },
        () => {
          // A uid may be typed as well.
        },
      )
    }, pauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [project, sought])
  return sought === '' ? nobody : found
}

function nameOf({ displayName, email, phoneNumber, localId }: ProjectUser): string {
  return [displayName, email, phoneNumber, localId].filter((part) => part !== undefined && part !== '').join(' · ')
}
