import { Analytics } from '../analytics/analytics.ts'
import { DiskReserve, EVENT_RESERVES, readDiskSpace } from '../blobs/disk/disk-reserve.ts'
import { BlobGarbage } from '../files/blob-garbage.ts'
import { sweepUploads } from '../files/drop-upload.ts'
import type { FileContext } from '../files/file-context.ts'
import { createFiles } from '../files/file-service.ts'
import { createFilesHidingBuckets } from '../files/files-hiding-buckets.ts'
import type { Files } from '../files/files.ts'
import { OpenUploads } from '../files/open-uploads.ts'
import { StoredBytes } from '../files/stored-bytes.ts'
import { projectOf, tenantOf } from '../identity/realm.ts'
import { createIsStanding } from '../identity/tokens/token-authenticator.ts'
import { Installations } from '../installations/installations.ts'
import { TaskQueue } from '../lib/task-queue.ts'
import { startSweeps } from '../operations/sweeps.ts'
import { projectUsage, type ProjectUsage } from '../projects/project-usage.ts'
import { Thumbnails } from '../thumbnails/thumbnails.ts'
import { ProjectTrends } from '../trends/project-trends.ts'
import type { BuildContext } from './build-context.ts'
import type { Access } from './compose-access.ts'
import type { People } from './compose-identity.ts'
import type { Stores } from './compose-stores.ts'

/** Short download tokens are easy to guess; tests and samples of the vendor's emulator choose some. */
const chosenTokenCharactersMin = { start: 16, dev: 1 }

/** What a killed process left takes room. */
const FIRST_SWEEP_AFTER_MS = 1_000

interface FileServices {
  readonly files: Files
  readonly thumbnails: Thumbnails
  readonly garbage: BlobGarbage
}

export interface ProjectServices extends FileServices {
  readonly installations: Installations
  readonly analytics: Analytics
  readonly trends: ProjectTrends
  readonly usageOf: (project: string) => Promise<ProjectUsage>
}

/** What a project has besides documents and users: files, installations of its apps and their events; and how much there is of all of it. */
export function composeProjects(context: BuildContext, services: Stores & Access & People): ProjectServices {
  const files = composeFiles(context, services)
  const usageOf = composeUsage(context, { ...services, ...files })
  return {
    ...files,
    installations: composeInstallations(context, services),
    analytics: composeAnalytics(context, services),
    trends: composeTrends(context, { ...services, usageOf }),
    usageOf,
  }
}

/** The files of all projects, and what is taken away of them in time. */
function composeFiles(
  { config, ambient, clockGuard, closers }: BuildContext,
  { projects, blobs, gate, identity }: Stores & Access & People,
): FileServices {
  const { mode, files: limits } = config
  const { clock, random, log } = ambient
  const garbage = new BlobGarbage(blobs)
  const fileContext: FileContext = {
    projects,
    gate,
    blobs,
    garbage,
    clock,
    random,
    limits,
    storedBytes: new StoredBytes({ quotaBytes: limits.projectBytesMax, log }),
    openUploads: new OpenUploads(blobs, clock),
    isStanding: createIsStanding(identity, clock),
    chosenTokenCharactersMin: chosenTokenCharactersMin[mode],
    // Programs are tried with the vendor's, where it works at once.
    isPublicByDefault: mode === 'dev',
  }
  // Uploads that were given up, and contents that a killed process left without a name.
  const sweep = async (id: string): Promise<void> => sweepUploads(id, await projects.store(id), fileContext)
  const { sweepsMayRun } = clockGuard
  closers.add(startSweeps('files', sweep, { projects, log, sweepsMayRun, firstAfterMs: FIRST_SWEEP_AFTER_MS }))
  // Under `dev` whatever bucket is named is there.
  return {
    thumbnails: new Thumbnails(),
    garbage,
    files:
      mode === 'start'
        ? createFilesHidingBuckets(fileContext, (project) => projects.find(project))
        : createFiles(fileContext),
  }
}

/** How much there is in a project. */
function composeUsage(
  { config }: BuildContext,
  { storeOf, identity, files }: Stores & People & FileServices,
): ProjectServices['usageOf'] {
  const sources = {
    storeOf,
    countUsers: (project: string) => identity.accounts.count(project),
    countFiles: (project: string) => files.usage(project),
    storageQuotaBytes: config.files.projectBytesMax,
    uploadLimitBytes: config.files.fileBytesMax,
  }
  return (project) => projectUsage(sources, project)
}

/** How each project goes, day by day. */
function composeTrends(
  { ambient, closers, clockGuard }: BuildContext,
  { storeOf, projects, counts, usageOf }: Stores & Access & Pick<ProjectServices, 'usageOf'>,
): ProjectTrends {
  const { clock, log } = ambient
  const { sweepsMayRun } = clockGuard
  const trends = new ProjectTrends({
    counts,
    storeOf,
    async levelsOf(project) {
      const { users, documents, files, storedBytes } = await usageOf(project)
      return { users, documents, files, storedBytes }
    },
    clock,
  })
  closers.add(startSweeps('trends', (project) => trends.sweep(project), { projects, log, sweepsMayRun }))
  return trends
}

/** The app installations of all projects, who is signed in there, and the end of those that nobody uses any more. */
function composeInstallations(context: BuildContext, { storeOf, projects, identity }: Stores & People): Installations {
  const { ambient, closers, clockGuard } = context
  const { clock, random, log } = ambient
  const { sweepsMayRun } = clockGuard
  const isReserveReached = isEventReserveReached(context)
  const keptMs = context.config.installationsKeptMs
  const installations = new Installations({ storeOf, clock, random, keptMs, isReserveReached })
  closers.add(startSweeps('installations', (project) => installations.sweep(project), { projects, log, sweepsMayRun }))

  const unlinking = new TaskQueue()
  identity.changes.subscribe(({ realm, uid, kind }) => {
    if (kind !== 'deleted') return
    const project = projectOf(realm)
    unlinking
      .run(() => installations.forgetUser(project, { uid, tenant: tenantOf(realm) }))
      .catch((err: unknown) =>
        log.error({ err, project }, 'the installations of a deleted account could not be unlinked'),
      )
  })
  closers.add(() => unlinking.run(() => undefined))
  return installations
}

/** The events of all projects, and what is taken away of them in time. */
function composeAnalytics(context: BuildContext, { projects, storeOf }: Stores): Analytics {
  const { config, ambient, closers, clockGuard } = context
  const { clock, random, log } = ambient
  const { sweepsMayRun } = clockGuard
  const listApps = (project: string) => projects.listApps(project)
  const isReserveReached = isEventReserveReached(context)
  const analytics = new Analytics({ mode: config.mode, storeOf, listApps, clock, random, log, isReserveReached })
  closers.add(() => analytics.close())
  closers.add(startSweeps('events', (project) => analytics.sweep(project), { projects, log, sweepsMayRun }))
  return analytics
}

/** Strangers make events and installations, which leave more of the disk free than others. */
function isEventReserveReached({ ambient, dataFolder }: BuildContext): () => Promise<boolean> {
  const reserve = new DiskReserve(() => readDiskSpace(dataFolder), ambient.clock, EVENT_RESERVES)
  return () => reserve.isReached()
}
