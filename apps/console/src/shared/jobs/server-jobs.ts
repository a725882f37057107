import * as api from '@hearth/api'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callApi } from '../../backend/api/call-api.ts'
import { HearthError } from '../../backend/api/hearth-error.ts'
import { defaultDatabase } from '../../backend/default-database.ts'
import { messageOf } from '../../backend/errors/reaction.ts'
import { queryClient } from '../../backend/live/query-client.ts'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import { useProject } from '../../session/project-context.tsx'
import { exchangeTexts } from '../../texts/en/data-exchange.ts'
import { toastProblem } from '../../ui/toast.ts'
import { isUnderWay, type Job } from './job.ts'
import { announce } from './jobs.ts'

const underWayMs = 1_000

/** Those that this tab has begun: it says when they are over, and shows them where they were begun. */
const begun = new Set<string>()
/** Of those, the ones whose end was not said yet. */
const awaited = new Set<string>()

/** What the server does for members of the project, the newest first; asked for again each second while it does something. */
export function useServerJobs(): readonly Job[] {
  const project = useProject()
  const { data } = useQuery({
    queryKey: keyOf(project),
    queryFn: async () => await callApi(api.listJobs, { project: project.id }, project),
    refetchInterval: ({ state }) => state.data?.jobs.some(isActive) === true && underWayMs,
  })
  // What is sent by a tab is a job of that tab until all of it is there.
  return (data?.jobs ?? []).filter(({ status }) => status !== 'uploading').map((job) => jobOf(job, project.id))
}

/** Says of the jobs that this tab has begun when they are over. For the frame alone. */
export function useServerJobNews(): void {
  const project = useProject()
  const jobs = useServerJobs()
  useEffect(() => {
    for (const job of jobs) {
      if (job.server === undefined || isUnderWay(job) || !awaited.delete(job.server.id)) continue
      const { server } = job
      if (job.status !== 'cancelled') announce(job, server.result?.name, () => downloadResult(project, server))
    }
  }, [jobs, project])
}

/** This tab has begun it. */
export function isBegunHere({ server }: Job): boolean {
  return server !== undefined && begun.has(server.id)
}

/** What the server couldn't do, and the steps of the job; asked for where somebody sees it. */
export function useServerJobDetails(server: api.ServerJob, isSeen: boolean) {
  const project = useProject()
  const { data } = useQuery({
    queryKey: [...keyOf(project), server.id, server.failures, server.status],
    queryFn: async () => await callApi(api.getJob, { project: project.id, job: server.id }, project),
    enabled: isSeen,
  })
  return data
}

/** Throws what the server answers. */
export async function startServerJob(project: ProjectSession, body: api.JobOrder): Promise<api.ServerJob> {
  const { job } = await callApi(api.startJob, { project: project.id, body }, project)
  if (job.status !== 'uploading') follow(project, job)
  return job
}

/** All lines of an import are sent. */
export async function beginServerJob(project: ProjectSession, id: string): Promise<void> {
  const { job } = await callApi(api.beginJob, { project: project.id, job: id }, project)
  follow(project, job)
}

export async function resumeServerJob(project: ProjectSession, { id }: api.ServerJob): Promise<void> {
  const { job } = await callApi(api.resumeJob, { project: project.id, job: id }, project)
  follow(project, job)
}

export function cancelServerJob(project: ProjectSession, { id }: api.ServerJob): void {
  void change(project, () => callApi(api.cancelJob, { project: project.id, job: id }, project))
}

/** With its file. */
export function deleteServerJob(project: ProjectSession, { id }: Pick<api.ServerJob, 'id'>): void {
  void change(project, () => callApi(api.deleteJob, { project: project.id, job: id }, project))
}

/** The browser saves the file as it comes. */
export function downloadResult(project: ProjectSession, { id }: api.ServerJob): void {
  void change(project, async () => {
    const { address } = await callApi(api.openJobResult, { project: project.id, job: id }, project)
    const link = document.createElement('a')
    link.href = address
    link.download = ''
    link.click()
  })
}

async function change(project: ProjectSession, act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (thrown) {
    toastProblem(messageOf(thrown))
  }
  await queryClient.invalidateQueries({ queryKey: keyOf(project) })
}

function follow(project: ProjectSession, { id }: api.ServerJob): void {
  begun.add(id)
  awaited.add(id)
  void queryClient.invalidateQueries({ queryKey: keyOf(project) })
}

function keyOf({ id }: ProjectSession): readonly string[] {
  return [id, 'jobs']
}

function isActive({ status }: api.ServerJob): boolean {
  return status === 'queued' || status === 'running'
}

/** A collection or a file, with its database unless that is the default one. */
export function targetIn(database: string, what: string): string {
  return database === defaultDatabase ? what : exchangeTexts.inDatabase(what, database)
}

/** What an import reads, and where it goes. */
export function importTarget(file: string, collection: string): string {
  return collection === '' ? file : `${file} → ${collection}`
}

function jobOf(server: api.ServerJob, project: string): Job {
  const { kind, database, collection, status, error, canResume } = server
  const what =
    kind === 'import'
      ? importTarget(server.file ?? '', collection)
      : collection === ''
        ? exchangeTexts.wholeDatabase
        : collection
  return {
    id: server.id,
    project,
    kind,
    target: targetIn(database, what),
    status: status === 'uploading' ? 'queued' : status,
    done: server.done,
    kept: server.kept,
    inDoubt: server.inDoubt,
    total: server.total ?? undefined,
    problems: [],
    failures: server.failures,
    startedAt: Date.parse(server.startedAt ?? server.createdAt),
    endedAt: server.endedAt === null ? undefined : Date.parse(server.endedAt),
    file: undefined,
    isFileSaved: false,
    error: error === null ? undefined : new HearthError({ ...error }),
    place: kind === 'import' ? { database, path: collection } : undefined,
    canGoOn: canResume,
    canRetry: canResume,
    needsRecentSignIn: false,
    undo: 'none',
    undoNeedsRecentSignIn: false,
    server,
  }
}
