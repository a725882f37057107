import { collection, query, where, type QuerySnapshot } from 'firebase/firestore'
import { useMemo } from 'react'
import { firestoreOf } from '../firebase/firestore.ts'
import type { Live } from '../live/live-state.ts'
import { useQuery } from '../live/use-live.ts'
import { useConsoleApp } from '../session/console-app-context.tsx'
import { useSignedIn } from '../session/session-context.tsx'
import { useOwnsServer } from '../session/use-owns-server.ts'

/** A project as its document in the project `console` tells it, to one of its members. */
export interface ProjectSummary {
  readonly id: string
  readonly name: string
  readonly role: string | undefined
  readonly iconURL: string | undefined
}

/** The projects that the signed-in user belongs to, by name, live; all of them for the server's owner, who owns each. */
export function useMyProjects(): Live<readonly ProjectSummary[]> {
  const { app } = useConsoleApp()
  const uid = useSignedIn()?.account.uid
  const ownsServer = useOwnsServer()
  const all = uid === undefined ? undefined : query(collection(firestoreOf(app), 'projects'))
  const live = useQuery(all && !ownsServer ? query(all, where('memberIds', 'array-contains', uid)) : all)
  return useMemo(
    () => mapLive(live, (snapshot) => summariesOf(snapshot, (roles) => (ownsServer ? 'owner' : roles[uid ?? '']))),
    [live, uid, ownsServer],
  )
}

function summariesOf(
  snapshot: QuerySnapshot,
  ownRoleIn: (roles: Record<string, unknown>) => unknown,
): readonly ProjectSummary[] {
  return (
    snapshot.docs
      .map((document) => {
        const { name, roles, iconURL } = document.data() as Record<string, unknown>
        const role = ownRoleIn(typeof roles === 'object' && roles !== null ? (roles as Record<string, unknown>) : {})
        return {
          id: document.id,
          name: typeof name === 'string' && name !== '' ? name : document.id,
          role: typeof role === 'string' ? role : undefined,
          iconURL: typeof iconURL === 'string' ? iconURL : undefined,
        }
      })
      // The console's own project is seldom what somebody looks for.
      .toSorted(
        (one, other) =>
          Number(one.id === 'console') - Number(other.id === 'console') || one.name.localeCompare(other.name),
      )
  )
}

function mapLive<From, To>(live: Live<From>, map: (data: From) => To): Live<To> {
  switch (live.status) {
    case 'live':
    case 'stale':
      return { ...live, data: map(live.data) }
    case 'offline':
      return { ...live, data: live.data === undefined ? undefined : map(live.data) }
    case 'loading':
    case 'denied':
    case 'failed':
      return live
  }
}
