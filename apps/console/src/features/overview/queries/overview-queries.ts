import { getUsage } from '@hearth/api'
import { useQuery } from '@tanstack/react-query'
import { callApi, asAccount } from '../../../backend/api/call-api.ts'
import { whileWatched } from '../../../browser/while-watched.ts'
import { useProject } from '../../../session/project-context.tsx'
import { useSession } from '../../../session/session-context.tsx'
import { runRealtimeReport, runReport, comparedRows } from '../../../shared/reports/run-report.ts'
import type { Span } from '../overview-search.ts'
import * as z from 'zod/mini'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { type DateRange, comparedRange, lastDays } from '../../../shared/reports/date-range.ts'
import { dayIn } from '../../../shared/reports/time-zone.ts'
import { type ActivePeople, type Trends, trendsOf } from '../trends.ts'
import * as api from '@hearth/api'
import { useMemo } from 'react'
import type { ListedRequest } from '../../../shared/requests/list-requests.ts'
import { useRequests } from '../../../shared/requests/use-requests.ts'

const trendsEveryMs = 60_000
const usageEveryMs = 15_000
const peopleEveryMs = 15_000
const newsEveryMs = 10_000

/** How the project went in the last days, and in as many before. */
export function useTrends(span: Span) {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'overview', 'trends', span],
    queryFn: async () => await readTrends(project, span),
    ...whileWatched(trendsEveryMs),
  })
}

/** How much there is in the project. */
export function useUsage() {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'overview', 'usage'],
    queryFn: async () => await callApi(getUsage, { project: project.id }, project),
    ...whileWatched(usageEveryMs),
  })
}

/** Who signed in to the project's apps and what those reported, as it happens. */
export function useLiveNews() {
  const { id } = useProject()
  const session = useSession()
  return useQuery({
    queryKey: [id, 'overview', 'news'],
    queryFn: async () => await listLive(id, await session.idToken()),
    ...whileWatched(newsEveryMs),
  })
}

/** An app got what it asked for. */
export type AppContact = api.AppContact

/** When each of the project's apps last got what it asked for, the newest first. Asked for by the account, as news are. */
export function useAppContacts() {
  const { id } = useProject()
  const session = useSession()
  return useQuery({
    queryKey: [id, 'overview', 'contacts'],
    queryFn: async () =>
      (await callApi(api.listAppContacts, { project: id }, asAccount(await session.idToken()))).contacts,
    ...whileWatched(newsEveryMs),
  })
}

/** How many sent events in the last half hour. */
export function usePeopleNow() {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'overview', 'people'],
    queryFn: async () => await readPeopleNow(project),
    ...whileWatched(peopleEveryMs),
  })
}

interface PeopleNow {
  readonly people: number
  /** Those of each minute, the oldest first. */
  readonly byMinute: readonly number[]
}

const minutes = 30

async function readPeopleNow(project: ProjectSession): Promise<PeopleNow> {
  const metrics = ['activeUsers']
  const [all, each] = await Promise.all([
    runRealtimeReport(project, { dimensions: [], metrics }),
    runRealtimeReport(project, { dimensions: ['minutesAgo'], metrics }),
  ])
  const ago = new Map(each.rows.map(({ keys: [at], values: [people = 0] }) => [Number(at), people]))
  return {
    people: all.rows[0]?.values[0] ?? 0,
    byMinute: Array.from({ length: minutes }, (_, at) => ago.get(minutes - 1 - at) ?? 0),
  }
}

/** What of the project is closed to apps. */
export function useClosedServices() {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'overview', 'closed-services'],
    queryFn: async () => await findClosedServices(project),
  })
}

const releaseList = z.object({ releases: z.array(z.object({ name: z.string() })) })

/** What a project denies to every app, because no rules of it are published. */
type ClosedServices = 'both' | 'documents' | 'files' | 'none'

async function findClosedServices(project: ProjectSession): Promise<ClosedServices> {
  const { releases } = await project.call({ path: `/v1/projects/${project.id}/releases`, answer: releaseList })
  const prefix = `projects/${project.id}/releases/`
  const hasRules = (service: string): boolean => releases.some(({ name }) => name.startsWith(prefix + service))
  const [documents, files] = [hasRules('cloud.firestore'), hasRules('firebase.storage')]
  if (documents && files) return 'none'
  if (documents) return 'files'
  return files ? 'documents' : 'both'
}

/** How a project went in the last days, and in as many before. */
async function readTrends(project: ProjectSession, span: Span): Promise<Trends> {
  const range = lastDays(span, dayIn('UTC', Date.now()))
  const [days, people] = await Promise.all([listTrends(project, span * 2), countPeople(project, range)])
  return trendsOf(days, people, span)
}

async function countPeople(project: ProjectSession, range: DateRange): Promise<ActivePeople> {
  const metrics = ['activeUsers']
  const before = comparedRange(range, 'before')
  const [daily, whole] = await Promise.all([
    runReport(project, { dimensions: ['date'], metrics, range: { start: before.start, end: range.end } }),
    runReport(project, { dimensions: [], metrics, range, before }),
  ])
  const [total] = comparedRows(whole)
  return {
    byDay: new Map(daily.rows.map(({ keys: [date = ''], values: [people = 0] }) => [dayOfReport(date), people])),
    now: total?.now[0] ?? 0,
    before: total?.before?.[0] ?? 0,
  }
}

/** `20261120` as `2026-11-20`. */
function dayOfReport(date: string): string {
  return `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`
}

/** The last so many days, today included, the oldest first. */
async function listTrends(project: ProjectSession, days: number): Promise<readonly api.DayTrend[]> {
  return (await callApi(api.listTrends, { project: project.id, query: { days: String(days) } }, project)).days
}

const everything = {}

export interface AppRequests {
  /** The newest first, without those of the console itself; undefined before the first answer. */
  readonly rows: readonly ListedRequest[] | undefined
  readonly problem: unknown
}

/** What the project's apps ask for, as it happens. */
export function useAppRequests(): AppRequests {
  const { rows, problem } = useRequests(everything, true)
  return { rows: useMemo(() => rows?.filter(({ caller }) => caller.kind !== 'operator'), [rows]), problem }
}

/** Somebody signed in to an app. Times are RFC 3339. */
export type SignIn = api.SignIn
/** An app reported something. */
export type AppEvent = Pick<api.ListedEvent, 'id' | 'name' | 'receivedAt'>

const eventsShown = 8

export interface LiveNews {
  readonly signIns: readonly SignIn[]
  readonly events: readonly AppEvent[]
}

/**
 * The last sign-ins and events of a project. With the token of a console account: to be asked again and again keeps no operator session
 * alive.
 */
async function listLive(project: string, idToken: string): Promise<LiveNews> {
  const caller = asAccount(idToken)
  const [{ signIns }, { events }] = await Promise.all([
    callApi(api.listSignIns, { project }, caller),
    callApi(api.listEvents, { project, query: { pageSize: eventsShown } }, caller),
  ])
  return { signIns, events }
}
