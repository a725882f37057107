import { useEffect, useMemo, useRef, useState } from 'react'
import { useProject } from '../../session/project-context.tsx'
import { nameOfUser } from './name-of-user.ts'
import { lookedUpAtOnce, lookUpUsers } from './look-up-users.ts'

/** By uid. */
export type UserNames = ReadonlyMap<string, string>

const nobody: UserNames = new Map()

/**
 * What users of the project are known by, for those whom a list names, asked for many at a time and once each. Without those who are gone, and
 * without anybody while it isn't known: lists are worth reading with ids, too.
 */
export function useUserNames(uids: readonly (string | undefined)[]): UserNames {
  const project = useProject()
  const [names, setNames] = useState(nobody)
  const asked = useRef(new Set<string>())
  const isAsking = useRef(false)
  const [turn, setTurn] = useState(0)
  const wanted = useMemo(() => [...new Set(uids.filter((uid) => uid !== undefined))], [uids])
  useEffect(() => {
    const missing = wanted.filter((uid) => !asked.current.has(uid)).slice(0, lookedUpAtOnce)
    if (missing.length === 0 || isAsking.current) return
    isAsking.current = true
    for (const uid of missing) asked.current.add(uid)
    lookUpUsers(project, { localId: missing })
      .then(
        (users) =>
          setNames((before) => new Map([...before, ...users.map((user) => [user.localId, nameOfUser(user)] as const)])),
        () => undefined,
      )
      .finally(() => {
        isAsking.current = false
        setTurn((before) => before + 1)
      })
      .catch(() => undefined)
  }, [project, wanted, turn])
  return names
}
