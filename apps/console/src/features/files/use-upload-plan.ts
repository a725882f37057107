import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import type { ProjectSessions } from '../../backend/sdk/project-sessions.ts'
import { isUnderWay } from '../../shared/uploads/upload.ts'
import { uploads } from '../../shared/uploads/uploads.ts'
import type { ChosenFile } from './chosen-files.ts'
import { problemOfPath } from '../../shared/files/file-path.ts'
import { planFiles, settleClashes, type ClashAnswer, type PlannedFile } from './name-clashes.ts'
import { isTaken, takenAmong } from './queries/taken-among.ts'
import { sendFile } from './queries/send-file.ts'

export type PlanProblem =
  | { readonly kind: 'too-many' }
  | { readonly kind: 'bad-names'; readonly paths: readonly string[] }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'failed'; readonly error: unknown }

export interface UploadPlan {
  readonly isChecking: boolean
  /** Paths among the chosen files that are in use already, to be settled. */
  readonly clashes: readonly string[] | undefined
  readonly problem: PlanProblem | undefined
  readonly choose: (read: Promise<readonly ChosenFile[]>) => void
  readonly settle: (answers: ReadonlyMap<string, ClashAnswer>) => void
  /** Uploads nothing of what was chosen. */
  readonly drop: () => void
  readonly forgetProblem: () => void
}

interface Plan {
  readonly files: readonly PlannedFile[]
  readonly clashes: readonly string[]
}

/** From files that somebody chose to files in the tray: names are checked, and clashes are asked about before anything is sent. */
export function useUploadPlan(project: ProjectSession, folder: string): UploadPlan {
  const { projects } = useRouter().options.context
  const [plan, setPlan] = useState<Plan>()
  const [problem, setProblem] = useState<PlanProblem>()
  const [isChecking, setChecking] = useState(false)
  const send = (files: readonly PlannedFile[]): void => sendAll(projects, project, files)
  const isInUse = async (path: string) => isOnItsWay(project, path) || (await isTaken(project, path))

  const check = async (read: Promise<readonly ChosenFile[]>): Promise<PlanProblem | undefined> => {
    const chosen = await read.catch(() => undefined)
    if (chosen === undefined) return { kind: 'unreadable' }
    const all = planFiles(folder, chosen)
    if (all.length > uploads.room) return { kind: 'too-many' }
    const files = all.filter(({ path }) => problemOfPath(path) === undefined)
    const paths = files.map(({ path }) => path)
    const taken = await takenAmong(project, folder, paths)
    const clashes = paths.filter((path) => taken.has(path) || isOnItsWay(project, path))
    if (clashes.length === 0) send(files)
    else setPlan({ files, clashes })
    const refused = all.filter((file) => !files.includes(file)).map(({ path }) => path)
    return refused.length === 0 ? undefined : { kind: 'bad-names', paths: refused }
  }

  const settle = async (
    { files }: Plan,
    answers: ReadonlyMap<string, ClashAnswer>,
  ): Promise<PlanProblem | undefined> => {
    setPlan(undefined)
    send(await settleClashes(files, answers, isInUse))
    return undefined
  }

  const run = async (step: () => Promise<PlanProblem | undefined>) => {
    setProblem(undefined)
    setChecking(true)
    setProblem(await step().catch((error: unknown): PlanProblem => ({ kind: 'failed', error })))
    setChecking(false)
  }

  return {
    isChecking,
    clashes: plan?.clashes,
    problem,
    choose: (read) => void run(() => check(read)),
    settle: (answers) => {
      if (plan !== undefined) void run(() => settle(plan, answers))
    },
    drop: () => setPlan(undefined),
    forgetProblem: () => setProblem(undefined),
  }
}

function sendAll(projects: ProjectSessions, project: ProjectSession, files: readonly PlannedFile[]): void {
  for (const { file, path } of files) {
    uploads.add({
      project: project.id,
      path,
      sizeBytes: file.size,
      send: (listener) => sendFile(projects, project.id, path, file, listener),
    })
  }
}

function isOnItsWay(project: ProjectSession, path: string): boolean {
  return uploads
    .getSnapshot()
    .some((upload) => isUnderWay(upload) && upload.project === project.id && upload.path === path)
}
