import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { whileWatched } from '../../../browser/while-watched.ts'
import { useProject } from '../../../session/project-context.tsx'
import { usePages, type ListPage } from '../../../ui/use-pages.ts'
import { runRealtimeReports, type ReportQuestion, runReport } from '../../../shared/reports/run-report.ts'
import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import type { DateRange } from '../../../shared/reports/date-range.ts'
import { conditionOf, eventOf, type FunnelStepAsked, type StepCondition } from '../funnel-step.ts'

const firstEventEveryMs = 5_000
const realtimeEveryMs = 5_000
const reportsEveryMs = 60_000

/** What the project's apps reported ever. Until the first event it is looked for again and again. */
export function useCatalog() {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'analytics', 'catalog'],
    queryFn: async () => await getCatalog(project),
    ...whileWatched(firstEventEveryMs),
    refetchInterval: ({ state }) => isEmpty(state.data) && firstEventEveryMs,
    refetchOnWindowFocus: ({ state }) => isEmpty(state.data),
  })
}

function isEmpty(catalog: AnalyticsCatalog | undefined): boolean {
  return catalog?.firstDay === null
}

/** The last 30 minutes. */
export function useRealtime(app: string | undefined) {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'analytics', 'realtime', app],
    queryFn: async () => await runRealtimeReports(project, app),
    ...whileWatched(realtimeEveryMs),
  })
}

/** The answer to a question, asked again from time to time. */
export function useReport(question: ReportQuestion) {
  const project = useProject()
  return useQuery({
    queryKey: [...reportsKey(project.id), 'report', question],
    queryFn: async () => await runReport(project, question),
    ...whileWatched(reportsEveryMs),
  })
}

/** The cohorts of a range, and of the one that it is compared with. */
export function useRetention({ before, ...question }: Parameters<typeof getRetention>[1] & Compared) {
  const project = useProject()
  return useQuery({
    queryKey: [...reportsKey(project.id), 'retention', question, before],
    queryFn: async () => {
      const [now, compared] = await Promise.all([
        getRetention(project, question),
        before && getRetention(project, { ...question, range: before }),
      ])
      return { now, before: compared }
    },
    ...whileWatched(reportsEveryMs),
  })
}

/** How many go from one event to the next in a range, and in the one that it is compared with. */
export function useFunnel({ before, ...question }: FunnelQuestion & Compared) {
  const project = useProject()
  return useQuery({
    queryKey: [...reportsKey(project.id), 'funnel', question, before],
    queryFn: async () => {
      const [now, past] = await Promise.all([
        runFunnel(project, question),
        before && runFunnel(project, { ...question, range: before }),
      ])
      return { now, before: past }
    },
    ...whileWatched(reportsEveryMs),
  })
}

interface Compared {
  readonly before: FunnelQuestion['range'] | undefined
}

/** The events as they came, the newest first. */
export function useListedEvents(filter: EventFilter) {
  const project = useProject()
  return usePages([project.id, 'analytics', 'events', filter], (pageToken) => listEvents(project, filter, pageToken))
}

/** When the oldest report on the screen was made, in milliseconds since the epoch; undefined while one of them has no answer. */
export function useAgeOfReports(): number | undefined {
  const project = useProject()
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache])
  return useSyncExternalStore(subscribe, () => {
    const shown = cache.findAll({ queryKey: reportsKey(project.id), type: 'active' })
    const oldest = Math.min(...shown.map(({ state }) => state.dataUpdatedAt))
    return oldest > 0 && Number.isFinite(oldest) ? oldest : undefined
  })
}

/** Reads all reports on the screen again. */
export function useReloadReports(): () => void {
  const project = useProject()
  const client = useQueryClient()
  return () => void client.refetchQueries({ queryKey: reportsKey(project.id), type: 'active' })
}

function reportsKey(project: string) {
  return [project, 'analytics', 'reports']
}

/** What was ever seen, by name; `firstDay` is `null` before the first event. */
export type AnalyticsCatalog = api.AnalyticsCatalog

async function getCatalog(project: ProjectSession): Promise<AnalyticsCatalog> {
  return await callApi(api.getCatalog, { project: project.id }, project)
}

export type RetentionUnit = 'day' | 'week'

export type Retention = api.Retention

interface RetentionQuestion {
  readonly unit: RetentionUnit
  /** The days on which users were new. */
  readonly range: DateRange
  /** An app id; absent for all apps. */
  readonly app?: string | undefined
}

/** The cohorts that began in a range of days; weeks that are in it in part are whole. */
async function getRetention(project: ProjectSession, { unit, range, app }: RetentionQuestion): Promise<Retention> {
  const query = { unit, startDate: range.start, endDate: range.end, appId: app }
  return await callApi(api.getRetention, { project: project.id, query }, project)
}

export type ListedEvent = api.ListedEvent

interface EventFilter {
  readonly eventName?: string | undefined
  readonly clientId?: string | undefined
  /** Of those that arrived on these days alone. */
  readonly range: DateRange
  /** An app id; absent for all apps. */
  readonly app?: string | undefined
}

/** What the events endpoint is asked with. */
export function eventsAsked(
  project: ProjectSession,
  { eventName, clientId, range, app }: EventFilter,
  pageToken?: string,
): api.InputOf<typeof api.listEvents> {
  const { start: startDate, end: endDate } = range
  return {
    project: project.id,
    query: { pageSize: 100, startDate, endDate, appId: app, eventName, clientId, pageToken },
  }
}

/** A page of what a project's apps reported, the newest first. */
async function listEvents(
  project: ProjectSession,
  filter: EventFilter,
  pageToken: string | undefined,
): Promise<ListPage<ListedEvent>> {
  const page = await callApi(api.listEvents, eventsAsked(project, filter, pageToken), project)
  return { rows: page.events, nextPageToken: page.nextPageToken }
}

export interface FunnelQuestion {
  /** Two at least. */
  readonly steps: readonly FunnelStepAsked[]
  readonly range: DateRange
  readonly windowSeconds: number
  /** An app id. */
  readonly app?: string | undefined
}

/** Shares are between 0 and 1. */
export type Funnel = api.Funnel
export type FunnelStep = Funnel['steps'][number]

type FunnelBody = api.InputOf<typeof api.postFunnel>['body']

export function funnelBody({ steps, range, windowSeconds, app }: FunnelQuestion): FunnelBody {
  return {
    steps: steps.map((step) => {
      const condition = conditionOf(step)
      return { eventName: eventOf(step), ...(condition !== undefined && { filter: filterOf(condition) }) }
    }),
    startDate: range.start,
    endDate: range.end,
    windowSeconds,
    ...(app !== undefined && { appId: app }),
  }
}

async function runFunnel(project: ProjectSession, question: FunnelQuestion): Promise<Funnel> {
  return await callApi(api.postFunnel, { project: project.id, body: funnelBody(question) }, project)
}

/** As an expression of the reports. */
export function filterOf({ parameter: fieldName, comparison, value }: StepCondition): object {
  const exact = { filter: { fieldName, stringFilter: { value } } }
  const number = (operation: string) => ({
    filter: { fieldName, numericFilter: { operation, value: { doubleValue: Number(value) } } },
  })
  switch (comparison) {
    case 'is':
      return exact
    case 'is-not':
      return { notExpression: exact }
    case 'contains':
      return { filter: { fieldName, stringFilter: { value, matchType: 'CONTAINS' } } }
    case 'at-least':
      return number('GREATER_THAN_OR_EQUAL')
    case 'at-most':
      return number('LESS_THAN_OR_EQUAL')
  }
}
