import { Analytics } from '../analytics/analytics.ts'
import { DiskReserve, eventReserves, readDiskSpace } from '../blobs/disk/disk-reserve.ts'
import { startSweeps } from '../operations/sweeps.ts'
import type { Stores } from './compose-stores.ts'
import type { BuildContext } from './build-context.ts'

/** The events of all projects, and what is taken away of them in time. */
export function composeAnalytics(
  { config, dataFolder, ambient, closers, clockGuard }: BuildContext,
  { projects, storeOf }: Stores,
): Analytics {
  const { clock, random, log } = ambient
  const { sweepsMayRun } = clockGuard
  const listApps = (project: string) => projects.listApps(project)
  const reserve = new DiskReserve(() => readDiskSpace(dataFolder), clock, eventReserves)
  const isReserveReached = () => reserve.isReached()
  const analytics = new Analytics({ mode: config.mode, storeOf, listApps, clock, random, log, isReserveReached })
  closers.add(() => analytics.close())
  closers.add(startSweeps('events', (project) => analytics.sweep(project), { projects, log, sweepsMayRun }))
  return analytics
}
