import { useEffect, useRef, useState } from 'react'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import { findAllUsers } from '../../shared/people/find-users.ts'
import type { UserQuery } from '../../shared/people/user-query.ts'

export interface SelectFitting {
  /** Gives the uids of all who fit to `add`, all at once. Throws what no page was got by. */
  readonly select: (add: (uids: readonly string[]) => void) => Promise<void>
  readonly isUnderWay: boolean
}

/**
 * Selects all users that a query leaves in. Nothing is selected once the list shows others, or what asked is gone from the
 * screen: nobody would see whom it took.
 */
export function useSelectFitting(project: ProjectSession, query: UserQuery): SelectFitting {
  const { q, provider, state, claim } = query
  const asking = useRef<AbortController>(undefined)
  const [isUnderWay, setUnderWay] = useState(false)
  // The order and the page leave the same users in.
  useEffect(
    () => () => {
      asking.current?.abort()
      setUnderWay(false)
    },
    [project, q, provider, state, claim],
  )

  const select = async (add: (uids: readonly string[]) => void): Promise<void> => {
    asking.current?.abort()
    const asked = new AbortController()
    asking.current = asked
    setUnderWay(true)
    try {
      const uids: string[] = []
      for await (const { users } of findAllUsers(project, query, asked.signal)) {
        if (asked.signal.aborted) return
        uids.push(...users.map(({ localId }) => localId))
      }
      add(uids)
    } catch (thrown) {
      if (!asked.signal.aborted) throw thrown
    } finally {
      if (!asked.signal.aborted) setUnderWay(false)
    }
  }
  return { select, isUnderWay }
}
