import { useProject } from '../../session/project-context.tsx'
import type { Job } from './job.ts'
import { useJobs } from './jobs.ts'
import { useServerJobs } from './server-jobs.ts'

/** The jobs of the opened project, those of this tab and those of the server, the newest first. */
export function useAllJobs(): readonly Job[] {
  const here = useJobs(useProject().id)
  return [...here, ...useServerJobs()].toSorted((one, other) => other.startedAt - one.startedAt)
}
