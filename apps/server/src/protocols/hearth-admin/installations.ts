import {
  getInstallation,
  type Installation as InstallationJson,
  listInstallations,
  revokeInstallation,
  revokeInstallations,
  summarizeInstallations,
} from '@hearth/api'
import { StatusError } from '@hearth/model'
import { TimeZone } from '../../analytics/time-zone.ts'
import type { Installation } from '../../installations/installation.ts'
import type { HearthAdminDeps } from './deps.ts'
import { timeJson, route } from './route.ts'

export const installations = [
  route(listInstallations, async ({ deps, params: { project }, query }) => {
    const { uid, tenant, pageSize, pageToken, ...filter } = query
    const user = uid === undefined ? undefined : { uid, tenant }
    const page = await deps.installations.list(project, { ...filter, user }, { pageSize, pageToken })
    return { installations: page.installations.map(installationJson), nextPageToken: page.nextPageToken }
  }),

  route(summarizeInstallations, async ({ deps, params: { project }, query: { days } }) => {
    const apps = await deps.projects.listApps(project)
    const ids = apps.map(({ appId }) => appId)
    const { timeZone } = await deps.analytics.getSettings(project)
    const summary = await deps.installations.summarize(project, ids, { days, zone: TimeZone.of(timeZone) })
    return {
      apps: apps.map(({ appId, platform }) => ({ appId, platform, count: summary.counts.get(appId) ?? 0 })),
      days: summary.days.map(({ date, appId, came, went }) => ({ date, appId, new: came, lost: went })),
      timeZone,
    }
  }),

  route(getInstallation, async ({ deps, params: { project, fid } }) =>
    installationJson(await deps.installations.get(project, fid)),
  ),

  route(revokeInstallation, async ({ deps, params: { project, fid }, note }) => {
    await deps.installations.revoke(project, fid)
    await note({ target: fid })
    return {}
  }),

  route(revokeInstallations, async ({ deps, params: { project }, body, note }) => {
    const wanted = await body()
    if ('uid' in wanted) {
      const { uid, tenant } = wanted
      const revoked = await deps.installations.revokeOfUser(project, { uid, tenant })
      await note({ target: uid, detail: { installations: String(revoked) } })
      return { revoked }
    }
    let revoked = 0
    for (const fid of new Set(wanted.fids)) {
      if (!(await revokeIfThere(deps, project, fid))) continue
      await note({ target: fid })
      revoked++
    }
    return { revoked }
  }),
]

async function revokeIfThere(deps: HearthAdminDeps, project: string, fid: string): Promise<boolean> {
  try {
    await deps.installations.revoke(project, fid)
    return true
  } catch (error) {
    if (error instanceof StatusError && error.code === 'not-found') return false
    throw error
  }
}

export function installationJson(installation: Installation): InstallationJson {
  const { user, device = null, firstSeenAt, lastSeenAt, tokenExpiresAt, ...rest } = installation
  return {
    ...rest,
    device,
    firstSeenAt: timeJson(firstSeenAt),
    lastSeenAt: timeJson(lastSeenAt),
    tokenExpiresAt: timeJson(tokenExpiresAt),
    user: user === undefined ? null : { uid: user.uid, tenant: user.tenant ?? null, linkedAt: timeJson(user.linkedAt) },
  }
}
