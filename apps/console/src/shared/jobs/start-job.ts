import type { JobOrder } from './job.ts'
import { jobs, unlessTooMany } from './jobs.ts'

/** Starts a job, and says so when there are too many; returns whether it was taken. */
export function startJob(order: JobOrder): boolean {
  return unlessTooMany(() => jobs.add(order))
}
