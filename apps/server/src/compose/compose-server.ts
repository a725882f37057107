import { readDiskSpace } from '../blobs/disk/disk-reserve.ts'
import type { Files } from '../files/files.ts'
import type { ProjectBackups } from '../backups/project-backups.ts'
import type { ServerFacts } from '../operations/server-facts.ts'
import { createServerReport, type ServerReport } from '../operations/server-report.ts'
import { backupFolderOf } from './compose-backups.ts'
import type { Stores } from './compose-stores.ts'
import type { BuildContext } from './build-context.ts'

/** What the server's owner may read about the server itself. */
export function composeServer(
  context: BuildContext,
  { persistence, projects, backups, files }: Stores & { readonly backups: ProjectBackups; readonly files: Files },
): { readonly about: ServerFacts; readonly takeStock: () => Promise<ServerReport> } {
  const { config, ambient, dataFolder, later } = context
  const { blobs } = config
  return {
    about: {
      node: process.versions.node,
      platform: `${process.platform} ${process.arch}`,
      startedAt: ambient.clock.nowMs(),
      clock: () => context.clockGuard.state,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      listensAt: () => later.originOf?.() ?? '',
      publicUrl: config.http.publicUrl,
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
