import { DiskReserve, eventReserves, readDiskSpace } from '../blobs/disk/disk-reserve.ts'
import { projectOf, tenantOf } from '../identity/realm.ts'
import { Installations } from '../installations/installations.ts'
import { startSweeps } from '../operations/sweeps.ts'
import type { People } from './compose-identity.ts'
import type { Stores } from './compose-stores.ts'
import type { BuildContext } from './build-context.ts'

/** The app installations of all projects, who is signed in there, and the end of those that nobody uses any more. */
export function composeInstallations(
  { config, dataFolder, ambient, closers, clockGuard }: BuildContext,
  { storeOf, projects, identity }: Stores & People,
): { readonly installations: Installations } {
  const { clock, random, log } = ambient
  const { sweepsMayRun } = clockGuard
  // Strangers make them, as events.
  const reserve = new DiskReserve(() => readDiskSpace(dataFolder), clock, eventReserves)
  const isReserveReached = () => reserve.isReached()
  const keptMs = config.installationsKeptMs
  const installations = new Installations({ storeOf, clock, random, keptMs, isReserveReached })
  closers.add(startSweeps('installations', (project) => installations.sweep(project), { projects, log, sweepsMayRun }))

  let forgetting: Promise<void> = Promise.resolve()
  identity.changes.subscribe(({ realm, uid, kind }) => {
    if (kind !== 'deleted') return
    const project = projectOf(realm)
    forgetting = forgetting
      .then(() => installations.forgetUser(project, { uid, tenant: tenantOf(realm) }))
      .catch((err: unknown) =>
        log.error({ err, project }, 'the installations of a deleted account could not be unlinked'),
      )
  })
  closers.add(() => forgetting)
  return { installations }
}
