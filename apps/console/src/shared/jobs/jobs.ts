import { useSyncExternalStore } from 'react'
import { leavingQuestion } from '../../browser/leaving-question.ts'
import { registerWork } from '../../session/work-under-way.ts'
import { jobTexts } from '../../texts/en/jobs.ts'
import { formatNumber } from '../../texts/format.ts'
import { toast, toastProblem } from '../../ui/toast.ts'
import {
  achievedBy,
  holdsFile,
  isChange,
  isUnderWay,
  type Job,
  type JobUnit,
  outcomeOf,
  unitOf,
  type JobOrder,
} from './job.ts'
import { JobList } from './job-list.ts'
import { saveFile } from '../../ui/save-file.ts'

/** All jobs of this tab, whatever screen is open. */
export const jobs = new JobList({
  runningMax: 2,
  keptMax: 50,
  problemsMax: 100,
  now: () => Date.now(),
  onEnd: (job) => announce(job, job.file?.name, () => downloadFileOf(job), job.file?.caution),
})

const askBeforeLeaving = leavingQuestion()
jobs.subscribe(() => askBeforeLeaving(jobs.getSnapshot().some((job) => isUnderWay(job) || holdsFile(job))))
registerWork('jobs', () => jobs.getSnapshot().filter(isUnderWay).length)
registerWork('exports', () => jobs.getSnapshot().filter(holdsFile).length)

/** Those of a project, the newest first. */
export function useJobs(project: string): readonly Job[] {
  const all = useSyncExternalStore(jobs.subscribe, jobs.getSnapshot)
  return all.filter((job) => job.project === project)
}

/** Another text when jobs have done more in a project: to what is counted in that unit, and not only read. */
export function newsOfJobs(project: string, unit: JobUnit): string {
  return jobs
    .getSnapshot()
    .filter((job) => job.project === project && unitOf(job) === unit && isChange(job) && job.done > 0)
    .map((job) => `job ${job.id} ${job.done} ${isUnderWay(job)}`)
    .join()
}

/** Asks who somebody is before a job is taken back, and answers whether it asks about this one. */
export type UndoQuestion = (job: Job, takeBack: () => void) => boolean

let undoQuestion: UndoQuestion | undefined

/** Whoever may have to say who they are is asked by this from now on. Returns what ends it. */
export function askBeforeUndo(question: UndoQuestion): () => void {
  undoQuestion = question
  return () => {
    if (undoQuestion === question) undoQuestion = undefined
  }
}

/**
 * Adds the job that takes back what another did, after a question where the server wants to know first who it is; says so when there are too
 * many.
 */
export function undoJob(id: Job['id']): void {
  const takeBack = (): void => void unlessTooMany(() => jobs.undo(id))
  const job = jobs.getSnapshot().find((one) => one.id === id)
  // Where nobody can be asked, the job fails for want of it, and says so on its card, where it goes on.
  if (job?.undoNeedsRecentSignIn !== true || undoQuestion?.(job, takeBack) !== true) takeBack()
}

/** Saves the file that a job made, if it made one. */
export function downloadFileOf({ id, file }: Job): void {
  if (file === undefined) return
  saveFile(file.name, file.content)
  jobs.noteSaved(id)
}

/** Says so when one more would be too many; returns whether it was added. */
export function unlessTooMany(add: () => void): boolean {
  try {
    add()
    return true
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    toast(jobTexts.tooMany)
    return false
  }
}

/** Says that a job is over, with the way to its file, or back. */
export function announce(job: Job, file: string | undefined, download: () => void, caution?: string): void {
  if (job.status === 'failed') toastProblem(jobTexts.failedNews(jobTexts.kinds[job.kind]))
  else if (job.undo === 'possible') {
    // What is undone is not offered to be undone beside the note that it is.
    const topic = `jobs with ${unitOf(job)} of ${job.project}`
    toast(newsOf(job), { label: jobTexts.undo, run: () => undoJob(job.id), topic })
  } else if (file === undefined) toast(newsOf(job))
  else toast(jobTexts.fileNews(file, caution), { label: jobTexts.download, run: download })
}

function newsOf(job: Job): string {
  const achieved = jobTexts.achieved[job.kind](formatNumber(achievedBy(job)))
  return jobTexts.news[outcomeOf(job)](jobTexts.kinds[job.kind], achieved)
}

/** Starts a job, and says so when there are too many; returns whether it was taken. */
export function startJob(order: JobOrder): boolean {
  return unlessTooMany(() => jobs.add(order))
}
