import { join } from 'node:path'
import { StatusError } from '@hearth/model'
import { roleNeeded } from '../access/admin-access.ts'
import type { Caller } from '../access/caller.ts'
import { hasRole } from '../access/project-team.ts'
import { DiskReserve, readDiskSpace } from '../blobs/disk/disk-reserve.ts'
import { JobFolders } from '../jobs/job-folders.ts'
import { Jobs, type JobsOptions } from '../jobs/jobs.ts'
import { HOUSE_EVERY_MS, startRounds } from '../operations/sweeps.ts'
import { decodeQuery } from '../protocols/firestore-codec/decode-query.ts'
import { readJson } from '../protocols/firestore-codec/json-reader.ts'
import { StructuredQuery } from '../protocols/firestore-codec/messages.ts'
import type { BuildContext } from './build-context.ts'
import type { Access } from './compose-access.ts'
import type { DocumentServices } from './compose-documents.ts'
import type { People } from './compose-identity.ts'
import type { Stores } from './compose-stores.ts'

/** So long the credential of a job's batch holds, which is asked for anew before each. */
const CALLER_SECONDS = 60 * 60

/** What the server does for members of projects, also when nobody looks on. */
export async function composeJobs(
  { ambient, dataFolder, clockGuard, closers }: BuildContext,
  services: Stores & Access & DocumentServices & People,
): Promise<Jobs> {
  const { documents, audit, replacedStores } = services
  const reserve = new DiskReserve(() => readDiskSpace(dataFolder), ambient.clock)
  const jobs = new Jobs({
    ...ambient,
    folders: new JobFolders(join(dataFolder, 'jobs'), ambient.log),
    documents,
    decodeQuery: (parent, query) => decodeQuery(parent, readJson(StructuredQuery, query)),
    findCaller: findCallers(services, ambient.clock),
    hasRoom: async () => !(await reserve.isReached()),
    recordAct: audit.record,
    noteAct: audit.note,
    sweepsMayRun: clockGuard.sweepsMayRun,
  })
  closers.add(() => jobs.close())
  replacedStores.subscribe((project) => jobs.endAll(project))
  await jobs.open()
  closers.add(startRounds('jobs', () => jobs.sweep(), { log: ambient.log, firstAfterMs: HOUSE_EVERY_MS }))
  return jobs
}

function findCallers(
  { findStanding, identity }: Pick<People, 'findStanding' | 'identity'>,
  clock: BuildContext['ambient']['clock'],
): JobsOptions['findCaller'] {
  return async (project, by, needed): Promise<Caller> => {
    if (by.kind === 'server') return { kind: 'admin', project }
    if (by.kind === 'service-key') {
      if (await identity.serviceKeys.has(project, by.id)) return { kind: 'admin', project, key: by.id }
      throw denied('The service key that the job was started with is revoked.')
    }
    const { role } = await findStanding(project, by.uid)
    if (role === undefined || !hasRole(role, roleNeeded(project, needed))) {
      throw denied('Whoever started the job has no role in the project any more that lets them do this.')
    }
    const authTime = Math.floor(clock.nowMs() / 1000)
    return { kind: 'operator', project, uid: by.uid, role, authTime, expiresAt: authTime + CALLER_SECONDS }
  }
}

function denied(sentence: string): StatusError {
  return new StatusError('permission-denied', 'NOT_A_MEMBER', sentence)
}
