import { join } from 'node:path'
import type { Blobs } from '../blobs/blobs.ts'
import { DiskBlobs } from '../blobs/disk/disk-blobs.ts'
import { SettingsError } from '../config/server-config.ts'
import { Topic } from '../lib/topic.ts'
import { openSecretsKey } from '../operations/secrets-key.ts'
import { ServerSettings } from '../operations/server-settings.ts'
import { watchStores } from '../operations/watch-stores.ts'
import type { Persistence, ProjectStore } from '../persistence/persistence.ts'
import { SqlitePersistence } from '../persistence/sqlite/sqlite-persistence.ts'
import { ProjectRegistry } from '../projects/project-registry.ts'
import { CONSOLE_PROJECT } from '../projects/project-id.ts'
import type { Project } from '../projects/projects.ts'
import { RELEASES } from '../rules/rules-store.ts'
import { SecretBox } from '../secrets/secret-box.ts'
import { type OpenRecords, sealedStore } from '../secrets/sealed-store.ts'
import type { BuildContext } from './build-context.ts'
import type { StoreFiles } from '../backups/server/backup-server.ts'
import type { RedatingEngine } from '../persistence/store-redating.ts'
import { redateStore } from '../persistence/sqlite/redate-store.ts'
import { runCopyTask, SqliteCopy } from '../persistence/sqlite/store-copies.ts'

const DAY_MS = 24 * 60 * 60_000

/** Spaces of records that somebody keeps something of by heart, and hears of by the feed. */
const watchedSpaces = [RELEASES]

export interface Stores {
  readonly persistence: Persistence
  readonly blobs: Blobs
  readonly projects: ProjectRegistry
  /** Projects that `hearth dev` made on their first use. */
  readonly firstUses: Topic<Project>
  /** Projects whose store is another, with an earlier state, which nobody has read yet: whoever knows something of it by heart forgets it. */
  readonly replacedStores: Topic<string>
  /** Something in a watched space of a project's records is another, whoever has changed it. */
  readonly changedSpaces: Topic<{ readonly project: string; readonly space: string }>
  readonly storeOf: (project: string) => Promise<ProjectStore>
  /** What is written through it lies sealed on the disk. */
  readonly sealedStoreOf: OpenRecords
  readonly secrets: SecretBox
  /** What the server's owner set on screen, below what it was started with. */
  readonly serverSettings: ServerSettings
}

/** The engines behind everything, and which projects there are. `onLatched` hears of the first store that can't be written any more. */
export async function composeStores(context: BuildContext, onLatched: (cause: Error) => void): Promise<Stores> {
  const { dataFolder, closers } = context
  const { mode, defaultProject } = context.config
  const { clock, random, log } = context.ambient
  const historyMs = context.config.historyDays * DAY_MS
  const engine = await SqlitePersistence.open({
    folder: dataFolder,
    clock,
    historyMs,
    writer: context.shared.writer,
    sweepsMayRun: context.clockGuard.sweepsMayRun,
    watchedSpaces,
  })
  const changedSpaces: Stores['changedSpaces'] = new Topic()
  const persistence = watchStores(engine, {
    watchedSpaces,
    onOpened: (project, store) => context.clockGuard.compareVersion(project, store.readTime()),
    onChanged: (project, space) => changedSpaces.publish({ project, space }),
    onLatched(project, err) {
      log.error({ err, project }, 'a store met an I/O error and takes no more writes')
      onLatched(err)
    },
  })
  closers.add(() => persistence.close())
  const secrets = new SecretBox(openSecretsKey(dataFolder, context.config.secretsKey, random), random)
  const firstUses: Stores['firstUses'] = new Topic()
  const projects = new ProjectRegistry({
    persistence,
    clock,
    random,
    mode,
    defaultProject,
    onFirstUse: firstUses.publish,
  })
  await projects.bucketNames.load()
  const blobs = await openBlobs(context)
  closers.add(() => blobs.close())
  const storeOf = (project: string): Promise<ProjectStore> => projects.store(project)
  const consoleStore = await persistence.openProject(CONSOLE_PROJECT)
  const serverSettings = await ServerSettings.open(
    sealedStore(consoleStore, secrets, CONSOLE_PROJECT),
    { mode, publicUrl: context.config.http.publicUrl, mails: context.config.mails },
    log,
  )
  return {
    persistence,
    blobs,
    projects,
    firstUses,
    replacedStores: new Topic(),
    changedSpaces,
    storeOf,
    sealedStoreOf: async (project) => sealedStore(await storeOf(project), secrets, project),
    secrets,
    serverSettings,
  }
}

/** The store's client is large and takes a while to load; only who uses it waits for it. */
async function openBlobs({ config, dataFolder }: BuildContext): Promise<Blobs> {
  const disk = new DiskBlobs(join(dataFolder, 'blobs'))
  if (config.blobs.kind === 'disk') return disk
  const { openS3Blobs } = await import('../blobs/s3/open-s3-blobs.ts')
  return await openS3Blobs(config.blobs, disk).catch((error: Error) => {
    throw new SettingsError([error.message])
  })
}

/** The engines of a data folder, for commands that read and write its files without a server. */
export function composeStoreFiles(dataFolder: string): StoreFiles {
  return {
    copy: (from, to) => runCopyTask({ kind: 'copy', from, to }),
    verify: (file) => runCopyTask({ kind: 'verify', file }),
    beginAnew: (file, version, droppedSpaces) => runCopyTask({ kind: 'begin-anew', file, version, droppedSpaces }),
    async read(file, work) {
      const copy = new SqliteCopy(file)
      try {
        return await work(copy)
      } finally {
        copy.close()
      }
    },
    blobs: new DiskBlobs(join(dataFolder, 'blobs')),
  }
}

export function composeRedating(): RedatingEngine {
  return { copy: (from, to) => runCopyTask({ kind: 'copy', from, to }), redate: redateStore }
}
