import type { JobOrder } from './job.ts'
import { jobs } from './jobs.ts'
import { jobTexts } from '../texts/en/jobs.ts'
import { toast } from '../ui/toast.ts'

/** Starts a job, and says so when there are too many; returns whether it was taken. */
export function startJob(order: JobOrder): boolean {
  try {
    jobs.add(order)
    return true
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    toast(jobTexts.tooMany)
    return false
  }
}
