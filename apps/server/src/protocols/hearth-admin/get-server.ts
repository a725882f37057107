import { StatusError } from '@hearth/model'
import { isServerOwner } from '../../access/console-caller.ts'
import { nextNight } from '../../backups/nightly-backups.ts'
import type { Route } from '../../http/route.ts'
import { consoleUserOf } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'

/**
 * The server and its settings, for its owner alone: `{ version, node, platform, mode, startedAt, timeZone, clock: { doubt, bySeconds,
 * holdsSweeps, aheadProjects }, listensAt, publicUrl, mailEnabled, storage: { folder, contents,
 * storeBytes, fileBytes, disk: { freeBytes, totalBytes } }, projectCount, backups: { nextAt, folder, projects: [{ projectId, name, lastAt }] }, settings: [{ name, flag,
 * area, help, defaultText, from, value }] }`. No secret is in it. Throws `unauthenticated`, and `permission-denied`/`SERVER_OWNER_ONLY` for everybody else.
 */
export function getServer(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: '/hearth/v1/server',
    guard: 'admin',
    async handle(exchange) {
      const user = await consoleUserOf(exchange, deps)
      if (!isServerOwner(user)) {
        const text = 'Only the owner of this server may read how it is set up.'
        throw new StatusError('permission-denied', 'SERVER_OWNER_ONLY', text)
      }
      const { about, takeStock } = deps.server
      const { projectCount, storeBytes, fileBytes, disk, projects } = await takeStock()
      const { nightlyAt } = deps.nightly
      const clock = about.clock()
      exchange.replyJson(200, {
        version: deps.version,
        mode: deps.mode,
        node: about.node,
        platform: about.platform,
        startedAt: timeJson(about.startedAt),
        timeZone: about.timeZone,
        clock: {
          doubt: clock.doubt ?? null,
          bySeconds: Math.round(clock.byMs / 1000),
          holdsSweeps: clock.holdsSweeps,
          aheadProjects: clock.aheadProjects,
        },
        listensAt: about.listensAt(),
        publicUrl: about.publicUrl ?? null,
        mailEnabled: deps.settings.isMailEnabled,
        storage: {
          engine: about.engine,
          folder: about.dataFolder,
          contents: about.contents,
          storeBytes,
          fileBytes,
          disk: { freeBytes: disk.free, totalBytes: disk.total },
        },
        projectCount,
        backups: {
          nextAt: nightlyAt === undefined ? null : timeJson(nextNight(nightlyAt, deps.clock.nowMs())),
          folder: about.backupFolder,
          projects: projects.map(({ id, name, lastBackupAt }) => ({
            projectId: id,
            name,
            lastAt: lastBackupAt === undefined ? null : timeJson(lastBackupAt),
          })),
        },
        settings: about.settings.map(({ value = null, ...setting }) => ({ ...setting, value })),
      })
    },
  }
}

function timeJson(ms: number): string {
  return new Date(ms).toISOString()
}
