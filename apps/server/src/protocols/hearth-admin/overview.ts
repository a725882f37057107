import { addSampleData, getUsage, listAppContacts, listSignIns, listTrends, removeSampleData } from '@hearth/api'
import { timeJson, route } from './route.ts'

export const overview = [
  route(listTrends, async ({ deps, params: { project }, query: { days } }) => ({
    days: await deps.trends.list(project, days),
  })),

  route(listSignIns, async ({ deps, params: { project } }) => {
    const signIns = await Promise.all(
      deps.recentSignIns.list(project).map(async ({ id, at, uid, tenant, provider, isFirst }) => {
        const account = await deps.findUser(tenant === undefined ? project : `${project}/${tenant}`, uid)
        const { email = null, displayName = null } = account ?? {}
        return { id, at: timeJson(at), uid, tenant, provider, isFirst, email, displayName }
      }),
    )
    return { signIns }
  }),

  route(listAppContacts, async ({ deps, params: { project } }) => {
    const [contacts, apps] = await Promise.all([deps.appContacts.list(project), deps.projects.listApps(project)])
    return {
      contacts: contacts.map(({ platform, appId, at }) => ({
        platform,
        name: apps.find((app) => app.appId === appId)?.name ?? null,
        at: timeJson(at),
      })),
    }
  }),

  route(getUsage, async ({ deps, params: { project } }) => {
    const { lastActivityAt, storageQuotaBytes, ...usage } = await deps.usageOf(project)
    return {
      ...usage,
      storageQuotaBytes: storageQuotaBytes ?? null,
      hasSampleData: await deps.samples.isThere(project),
      lastActivityAt: lastActivityAt === undefined ? null : timeJson(lastActivityAt),
    }
  }),

  route(addSampleData, async ({ deps, params: { project }, note }) => {
    const documents = await deps.samples.add(project)
    await note({ target: 'sample data' })
    return { documents }
  }),

  route(removeSampleData, async ({ deps, params: { project }, note }) => {
    const documents = await deps.samples.remove(project)
    await note({ target: 'sample data' })
    return { documents }
  }),
]
