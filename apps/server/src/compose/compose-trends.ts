import { StatusError } from '@hearth/model'
import { startSweeps } from '../operations/sweeps.ts'
import { ProjectTrends } from '../trends/project-trends.ts'
import type { Stores } from './compose-stores.ts'
import type { BuildContext } from './build-context.ts'

/** How each project goes, day by day. What tells it is built after it, and so is what it asks how much there is. */
export function composeTrends(
  { ambient, closers, later, clockGuard }: BuildContext,
  { storeOf, projects }: Stores,
): { readonly trends: ProjectTrends } {
  const { clock, log } = ambient
  const { sweepsMayRun } = clockGuard
  const trends = new ProjectTrends({
    storeOf,
    async levelsOf(project) {
      if (later.usageOf === undefined) throw new StatusError('unavailable', 'STARTING', 'The server is being started.')
      const { users, documents, files, storedBytes } = await later.usageOf(project)
      return { users, documents, files, storedBytes }
    },
    clock,
    log,
  })
  closers.add(() => trends.write())
  closers.add(startSweeps('trends', (project) => trends.sweep(project), { projects, log, sweepsMayRun }))
  return { trends }
}
