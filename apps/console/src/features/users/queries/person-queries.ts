import * as api from '@hearth/api'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../backend/api/call-api.ts'
import { defaultDatabase } from '../../../backend/default-database.ts'
import { whileWatched } from '../../../browser/while-watched.ts'
import { useProject } from '../../../session/project-context.tsx'
import { type Pages, usePages } from '../../../ui/use-pages.ts'

export type TimelineEntry = api.TimelineEntry & {
  /** Who did it, where it is an act of the team; undefined for who has no name. */
  readonly person?: api.AuditPerson | undefined
}

const pageSize = 50
const rowsMax = 1_000
/** The newest of it, while nothing further back is shown. */
const newsEveryMs = 15_000
const mentionsFreshMs = 60_000
/** Nobody has more. */
const installationsMax = 100

/** What happened with a user, the newest first; `part` alone, or all of it. New things come by themselves while the first page alone is shown. */
export function useTimeline(uid: string, part: api.TimelinePart | undefined): Pages<TimelineEntry> {
  const project = useProject()
  return usePages<TimelineEntry>(
    [project.id, 'users', 'timeline', uid, part],
    async (pageToken) => {
      const query = { pageSize, pageToken, part }
      const { entries, people, nextPageToken } = await callApi(
        api.readUserTimeline,
        { project: project.id, uid, query },
        project,
      )
      const rows = entries.map((entry) =>
        'act' in entry ? { ...entry, person: people[entry.act.actor.uid ?? entry.act.actor.id ?? ''] } : entry,
      )
      return { rows, nextPageToken }
    },
    rowsMax,
    newsEveryMs,
  )
}

/** Where documents name a user. */
export function useMentions(uid: string) {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'users', 'mentions', uid],
    queryFn: async () =>
      await callApi(api.listMentions, { project: project.id, database: defaultDatabase, uid }, project),
    staleTime: mentionsFreshMs,
  })
}

/** The installations that a user is signed in on, the one seen last first. */
export function useUserInstallations(uid: string) {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'users', 'installations', uid],
    queryFn: async () => {
      const query = { uid, pageSize: installationsMax }
      return (await callApi(api.listInstallations, { project: project.id, query }, project)).installations
    },
    ...whileWatched(newsEveryMs),
  })
}
