import type { SourceFile } from '@hearth/rules'
import { useQuery } from '@tanstack/react-query'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import {
  getVersion,
  listVersions,
  loadLiveRules,
  loadSources,
  type LiveRules,
} from '../../../shared/rules/published-rules.ts'
import type { RulesArea } from '../../../shared/rules/rules-area.ts'
import { listTests } from '../../../shared/saved-tests/saved-tests.ts'
import { usePages } from '../../../ui/use-pages.ts'
import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'
import type { ProjectDatabase } from '../../../documents/project-database.ts'

/** A file that is saved shows here about as soon as it holds. */
const overrideEveryMs = 2_000
const versionsMax = 2_500

/** What holds of an area. */
export function useLiveRules(area: RulesArea) {
  const database = useDatabase()
  return useQuery({
    queryKey: [database.project.id, 'rules', 'live', database.id, area],
    queryFn: async () => await loadLiveRules(database, area),
  })
}

/** What holds at the moment in which something is to take its place: nothing that was known before counts. */
export function useRulesToReplace(area: RulesArea) {
  const database = useDatabase()
  return useQuery({
    queryKey: [database.project.id, 'rules', 'to-replace', database.id, area],
    queryFn: async () => await loadLiveRules(database, area),
    gcTime: 0,
  })
}

/** The sources of a version beside what holds at this moment. */
export function useComparedRules(area: RulesArea, version: string) {
  const database = useDatabase()
  const { project } = database
  return useQuery({
    queryKey: [project.id, 'rules', 'compared', database.id, area, version],
    queryFn: async () => {
      const [sources, live] = await Promise.all([loadSources(project, area, version), loadLiveRules(database, area)])
      return { sources, live }
    },
    gcTime: 0,
  })
}

/** A version with its sources. */
export function useVersion(area: RulesArea, id: string) {
  const { project } = useDatabase()
  return useQuery({
    queryKey: [project.id, 'rules', 'version', area, id],
    queryFn: async () => {
      const version = await getVersion(project, id)
      return { version, sources: await loadSources(project, area, version.name) }
    },
  })
}

/** What was published, the latest first. Another version that holds is another list. */
export function useVersions(area: RulesArea, { rulesetName }: LiveRules) {
  const database = useDatabase()
  return usePages(
    [database.project.id, 'rules', 'versions', database.id, area, rulesetName],
    async (pageToken) => {
      const { versions, nextPageToken } = await listVersions(database, area, pageToken)
      return { rows: versions, nextPageToken }
    },
    versionsMax,
  )
}

/** The tests that the team has saved. */
export function useSavedTests() {
  const { project } = useDatabase()
  return useQuery({ queryKey: [project.id, 'rules', 'tests'], queryFn: async () => await listTests(project) })
}

/** What holds of an area instead of published rules; `loading` before the first answer. Asked again and again while there is something. */
export function useOverride(area: RulesArea): RulesOverride | 'none' | 'loading' {
  const database = useDatabase()
  const { data, isPending, errorUpdateCount } = useQuery({
    queryKey: [database.project.id, 'rules', 'override', database.id, area],
    queryFn: async () => (await findOverride(database, area)) ?? 'none',
    refetchInterval: ({ state }) => state.data !== undefined && state.data !== 'none' && overrideEveryMs,
  })
  return isPending && errorUpdateCount === 0 ? 'loading' : (data ?? 'none')
}

export type RulesOverride = api.RulesOverride

async function findOverride({ project, id }: ProjectDatabase, area: RulesArea): Promise<RulesOverride | undefined> {
  return (await callApi(api.getRulesOverride, { project: project.id, query: { database: id } }, project))[area]
}

export type ReplayedRequest = api.ReplayedRequest

/** A page of at most 100, the newest first. */
export async function replayPage(
  { project, id }: ProjectDatabase,
  asked: {
    readonly area: RulesArea
    readonly files: readonly SourceFile[]
    readonly pageToken: string | undefined
    readonly signal: AbortSignal
  },
): Promise<api.ReplayPage> {
  const { area, files, pageToken, signal } = asked
  const body = { service: area, database: id, files, pageToken }
  return await callApi(api.replayRules, { project: project.id, body, signal }, project)
}
