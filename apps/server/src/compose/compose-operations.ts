import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StatusError } from '@hearth/model'
import { BackupFolders } from '../backups/backup-folders.ts'
import { startNightlyBackups } from '../backups/nightly-backups.ts'
import { ProjectBackups } from '../backups/project-backups.ts'
import { isReserveReached, readDiskSpace } from '../blobs/disk/disk-reserve.ts'
import { removeContents } from '../files/blob-garbage.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { passkeysOf } from '../identity/passkeys/passkey.ts'
import { createServerReport, type ServerFacts, type ServerReport } from '../operations/server-report.ts'
import { HOUSE_EVERY_MS, startRounds } from '../operations/sweeps.ts'
import { consoleIndexes } from '../projects/console-indexes.ts'
import { type ConsoleServices, openConsoleServices } from '../projects/console-services.ts'
import { CONSOLE_PROJECT, defaultBucketOf } from '../projects/project-id.ts'
import { ProjectRemoval } from '../projects/project-removal.ts'
import { readVersion } from '../version.ts'
import type { BuildContext } from './build-context.ts'
import type { AlertServices } from './compose-alerts.ts'
import type { Access } from './compose-access.ts'
import type { DocumentServices } from './compose-documents.ts'
import type { People } from './compose-identity.ts'
import type { ProjectServices } from './compose-projects.ts'
import type { Stores } from './compose-stores.ts'

const OWNER_WITHOUT_EMAIL = 'The account of the owner has no e-mail address, so it has no password to reset.'

type Services = Stores &
  Access &
  DocumentServices &
  People &
  ProjectServices & {
    readonly alerts: AlertServices
    readonly jobs: Pick<Jobs, 'removeAll'>
    /** Where the server is reached from this machine, once it is. */
    readonly listensAt: () => string
  }

export interface Operations extends ConsoleServices {
  readonly backups: ProjectBackups
  readonly projectRemoval: ProjectRemoval
  /** What the server's owner may read about the server itself. */
  readonly server: { readonly about: ServerFacts; readonly takeStock: () => Promise<ServerReport> }
}

/** What runs the server: its console, backups and removal of projects, and what its owner is told of it. */
export async function composeOperations(context: BuildContext, services: Services): Promise<Operations> {
  const consoleServices = await composeConsole(context, services)
  const backups = await composeBackups(context, services)
  const server = reportServer(context, services, backups)
  return { ...consoleServices, backups, server, projectRemoval: await composeRemoval(context, services, backups) }
}

/** What the server does for its console, which hears from here on of what happens elsewhere. */
async function composeConsole(
  { config, ambient, dataFolder, closers, operatorActs }: BuildContext,
  { persistence, projects, firstUses, identity, documents, documentAdministration }: Services,
): Promise<ConsoleServices> {
  const { accounts, administration, mails } = identity
  const consoleServices = await openConsoleServices({
    ...ambient,
    persistence,
    projects,
    documents,
    dataFolder,
    mode: config.mode,
    async createResetLink(uid, origin) {
      const [account, [app]] = await Promise.all([
        accounts.find(CONSOLE_PROJECT, uid),
        projects.listApps(CONSOLE_PROJECT),
      ])
      const email = account?.email
      if (email === undefined) throw new StatusError('failed-precondition', 'OWNER_HAS_NO_EMAIL', OWNER_WITHOUT_EMAIL)
      const options = { origin, apiKey: app?.apiKey ?? '' }
      const order = await mails.createOrder(CONSOLE_PROJECT, { kind: 'PASSWORD_RESET', email }, options)
      const { link } = await mails.write(CONSOLE_PROJECT, order)
      return { email, link }
    },
    async nameOf(project, uid) {
      const account = await accounts.find(project, uid)
      return account?.displayName || account?.email || account?.phoneNumber
    },
    async removeFactors(uid) {
      const account = await accounts.get(CONSOLE_PROJECT, uid)
      const count = account.secondFactors?.length ?? 0
      // They are on the devices that second factors are on, and stand for both.
      const deletePasskeys = passkeysOf(account).map(({ id }) => id)
      // Whoever has the device that was lost may be signed in with it.
      const validSince = Math.floor(ambient.clock.nowMs() / 1000)
      await administration.update(CONSOLE_PROJECT, uid, { secondFactors: [], deletePasskeys, validSince })
      return count
    },
    isEnabledAccount: async (uid) => (await accounts.find(CONSOLE_PROJECT, uid))?.disabled === false,
    accounts: {
      exists: async (uid) => (await accounts.find(CONSOLE_PROJECT, uid)) !== undefined,
      findOwner: () =>
        accounts.findUid(CONSOLE_PROJECT, ({ customClaims }) => customClaims?.['serverRole'] === 'owner'),
      async create(owner) {
        await accounts.create({ project: CONSOLE_PROJECT, ...owner, claims: { serverRole: 'owner' } })
      },
    },
  })
  try {
    await documentAdministration.declareIndexes(CONSOLE_PROJECT, '(default)', consoleIndexes, { isWhole: false })
  } catch (err) {
    if (!(err instanceof StatusError)) throw err
    ambient.log.error({ err }, 'the indexes of the console could not be taken up; its pages read more than they need')
  }
  operatorActs.subscribe(consoleServices.onOperatorAct)
  firstUses.subscribe((project) => consoleServices.noteFirstUse(project))
  identity.changes.subscribe(({ realm, uid, kind }) => {
    if (realm === CONSOLE_PROJECT && kind === 'deleted') consoleServices.noteAccountGone(uid)
  })
  closers.add(() => consoleServices.close())
  return consoleServices
}

/** Backups of all projects, after what a killed server left of one was cleared up. */
async function composeBackups(
  context: BuildContext,
  { persistence, blobs, projects, replacedStores, endContext, garbage, audit, alerts }: Services,
): Promise<ProjectBackups> {
  const { config, ambient, dataFolder, closers } = context
  const { nightlyAt, nightlyKept } = config.backups
  const folder = backupFolderOf(context)
  const { clock, random, log } = ambient
  const waitingFolder = join(dataFolder, 'restoring')
  await rm(waitingFolder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const folders = new BackupFolders(folder)
  await folders.clearUp((project) => persistence.fileOf(project), log)
  const backups = new ProjectBackups({
    folders,
    persistence,
    blobs,
    holdContents: (project) => garbage.hold(project),
    async hasRoom(where, bytes) {
      const { free, total } = await readDiskSpace(where)
      return !isReserveReached({ free: free - bytes, total })
    },
    waitingFolder,
    onEnded: endContext,
    onReplaced: (project) => replacedStores.publish(project),
    nightlyKept,
    release: readVersion(),
    clock,
    sweepsMayRun: context.clockGuard.sweepsMayRun,
    isClockBelieved: context.clockGuard.isBelieved,
    random,
    log,
    noteAct: audit.note,
  })
  closers.add(() => backups.close())
  await backups.keepHouse()
  closers.add(startRounds('deleted backups', () => backups.keepHouse(), { log, firstAfterMs: HOUSE_EVERY_MS }))
  if (nightlyAt !== undefined) {
    closers.add(startNightlyBackups({ projects, backups, time: nightlyAt, clock, log, outcomes: alerts.nightly }))
  }
  return backups
}

function backupFolderOf({ config, dataFolder }: BuildContext): string {
  return config.backups.folder ?? join(dataFolder, 'backups')
}

/** Deletes projects with everything that is kept of them, and finishes what a killed server left of one. */
async function composeRemoval(
  { config, ambient, clockGuard, closers }: BuildContext,
  { persistence, blobs, projects, documents, identity, callers, files, alerts, jobs }: Services,
  backups: ProjectBackups,
): Promise<ProjectRemoval> {
  const server = { kind: 'admin', project: CONSOLE_PROJECT } as const
  const removal = new ProjectRemoval({
    mode: config.mode,
    registry: projects,
    persistence,
    documents,
    removeContents: (project, store) => removeContents(project, store, blobs),
    async removeIcon(project) {
      const at = { bucket: defaultBucketOf(CONSOLE_PROJECT), name: `projects/${project}/icon` }
      await files.delete(server, at).catch((error: unknown) => {
        if (!(error instanceof StatusError) || error.code !== 'not-found') throw error
      })
    },
    async removeBackups(project) {
      await backups.removeAll(project)
      await alerts.incidents.removeAll(project)
    },
    removeJobs: (project) => jobs.removeAll(project),
    withdrawSigningKeys: (project) => identity.keys.forget(project),
    endCallers: (project) => callers.revokeAll(project),
    clock: ambient.clock,
    isClockBelieved: clockGuard.isBelieved,
    log: ambient.log,
  })
  await removal.keepHouse()
  closers.add(
    startRounds('deleted projects', () => removal.keepHouse(), { log: ambient.log, firstAfterMs: HOUSE_EVERY_MS }),
  )
  return removal
}

function reportServer(
  context: BuildContext,
  { persistence, projects, files, listensAt }: Services,
  backups: ProjectBackups,
): Operations['server'] {
  const { config, ambient, dataFolder } = context
  const { blobs } = config
  return {
    about: {
      node: process.versions.node,
      platform: `${process.platform} ${process.arch}`,
      startedAt: ambient.clock.nowMs(),
      clock: () => context.clockGuard.state,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      listensAt,
      engine: `SQLite ${process.versions['sqlite'] ?? ''}`.trim(),
      dataFolder,
      backupFolder: backupFolderOf(context),
      contents: blobs.kind === 'disk' ? 'disk' : `s3://${blobs.bucket}/${blobs.prefix}`,
      settings: config.settings,
    },
    takeStock: createServerReport({
      persistence,
      projects,
      backupsOf: (project) => backups.list(project),
      fileBytesOf: async (project) => (await files.usage(project)).storedBytes,
      readDisk: () => readDiskSpace(dataFolder),
      clock: ambient.clock,
    }),
  }
}
