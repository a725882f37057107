import { collection, doc, type DocumentSnapshot, limit, query, where, type QuerySnapshot } from 'firebase/firestore'
import { useMemo, useEffect } from 'react'
import { firestoreOf } from '../../backend/sdk/firestore.ts'
import { dataOf, type Live } from '../../backend/live/live-state.ts'
import { useDocument, useLiveQuery } from '../../backend/live/listeners.ts'
import { useConsoleApp } from '../../session/console-app-context.tsx'
import { useSignedIn, useOwnsServer } from '../../session/session-context.tsx'
import { keepOfProject, readOfProject } from '../../browser/kept-of-projects.ts'

/** A project as its document in the project `console` tells it, to one of its members. */
export interface ProjectSummary {
  readonly id: string
  readonly name: string
  readonly role: string | undefined
  readonly iconURL: string | undefined
  /** The uids of the team. */
  readonly memberIds: readonly string[]
}

/** So many are listened to, the first by their ids. */
export const projectsMax = 500

/** The projects that the signed-in user belongs to, by name, live; those of all for the server's owner, who owns each. `projectsMax` at most. */
export function useMyProjects(): Live<readonly ProjectSummary[]> {
  const { app } = useConsoleApp()
  const uid = useSignedIn()?.account.uid
  const ownsServer = useOwnsServer()
  const all = uid === undefined ? undefined : query(collection(firestoreOf(app), 'projects'), limit(projectsMax))
  const live = useLiveQuery(all && !ownsServer ? query(all, where('memberIds', 'array-contains', uid)) : all)
  return useMemo(() => mapLive(live, (snapshot) => summariesOf(snapshot, uid, ownsServer)), [live, uid, ownsServer])
}

/** Those to choose from: the server's owner finds the console's own under Server. */
export function useChoosableProjects(): Live<readonly ProjectSummary[]> {
  const live = useMyProjects()
  const ownsServer = useOwnsServer()
  return useMemo(
    () => (ownsServer ? mapLive(live, (projects) => projects.filter(({ id }) => id !== 'console')) : live),
    [live, ownsServer],
  )
}

/** One of them, wherever it is in the list; undefined where it is not, or is the user's no more. */
export function useMyProject(id: string): Live<ProjectSummary | undefined> {
  const { app } = useConsoleApp()
  const uid = useSignedIn()?.account.uid
  const ownsServer = useOwnsServer()
  const all = useMyProjects()
  const listed = useMemo(() => mapLive(all, (projects) => projects.find((project) => project.id === id)), [all, id])
  const isBeyond = all.status === 'live' && all.data.length >= projectsMax && dataOf(listed) === undefined
  const alone = useDocument(isBeyond ? doc(firestoreOf(app), 'projects', id) : undefined)
  const found = useMemo(
    () =>
      mapLive(alone, (snapshot) =>
        snapshot.exists() && snapshot.get('deletedAt') === undefined ? summaryOf(snapshot, uid, ownsServer) : undefined,
      ),
    [alone, uid, ownsServer],
  )
  return isBeyond ? found : listed
}

function summariesOf(snapshot: QuerySnapshot, uid: string | undefined, ownsServer: boolean): readonly ProjectSummary[] {
  return (
    snapshot.docs
      // The server lists those that can be taken back (`features/projects/queries/deleted-projects.ts`).
      .filter((document) => document.get('deletedAt') === undefined)
      .map((document) => summaryOf(document, uid, ownsServer))
      // The console's own project is seldom what somebody looks for.
      .toSorted(
        (one, other) =>
          Number(one.id === 'console') - Number(other.id === 'console') || one.name.localeCompare(other.name),
      )
  )
}

function summaryOf(document: DocumentSnapshot, uid: string | undefined, ownsServer: boolean): ProjectSummary {
  const { name, roles, iconURL, memberIds } = (document.data() ?? {}) as Record<string, unknown>
  const known = typeof roles === 'object' && roles !== null ? (roles as Record<string, unknown>) : {}
  const role = ownsServer ? 'owner' : known[uid ?? '']
  return {
    id: document.id,
    name: typeof name === 'string' && name !== '' ? name : document.id,
    role: typeof role === 'string' ? role : undefined,
    iconURL: typeof iconURL === 'string' ? iconURL : undefined,
    memberIds: Array.isArray(memberIds) ? memberIds.filter((one) => typeof one === 'string') : [],
  }
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

/** What a project is called: as its document says, and before that is heard as it was called the last time. */
export function useProjectName(project: string): string {
  const heard = dataOf(useMyProject(project))?.name
  useEffect(() => {
    if (heard !== undefined) keepOfProject(project, 'name', heard)
  }, [project, heard])
  return heard ?? readOfProject(project, 'name') ?? project
}
