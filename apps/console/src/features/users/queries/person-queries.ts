import * as api from '@hearth/api'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../backend/api/call-api.ts'
import { defaultDatabase } from '../../../backend/default-database.ts'
import { whileWatched } from '../../../browser/while-watched.ts'
import { useProject } from '../../../session/project-context.tsx'
import { listDatabases } from '../../../shared/databases/list-databases.ts'
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
/** Of a project, that are looked through for a user. */
const databasesMax = 10
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

/** A place where documents name a user, in one of the project's databases. */
export interface PlacedMention extends api.Mention {
  readonly database: string
}

/** Where documents name a user, in the default database first; of many databases the first are looked through. */
export function useMentions(uid: string) {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'users', 'mentions', uid],
    queryFn: async () => {
      const listed = (await listDatabases(project)).map(({ id }) => id)
      const databases = [defaultDatabase, ...listed.filter((id) => id !== defaultDatabase)]
      const found = await Promise.all(
        databases.slice(0, databasesMax).map(async (database) => {
          const answer = await callApi(api.listMentions, { project: project.id, database, uid }, project)
          return { ...answer, mentions: answer.mentions.map((mention): PlacedMention => ({ ...mention, database })) }
        }),
      )
      return {
        mentions: found.flatMap(({ mentions }) => mentions),
        isPartial: databases.length > databasesMax || found.some(({ isPartial }) => isPartial),
      }
    },
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
