import * as z from 'zod/mini'
import { appIdentity } from '../../../api/app-identity.ts'
import type { ProjectSession } from '../../../firebase/project-session.ts'

const platform = z.enum(['web', 'android', 'ios'])
const app = z.object({ name: z.string(), platform, bundleId: z.nullable(z.string()), config: appIdentity })

export type AppPlatform = z.infer<typeof platform>
/** An app of the project, with what it is configured with. `bundleId`: what the stores of its platform know it by. */
export type ProjectApp = z.infer<typeof app>

export interface AppDetails {
  readonly name: string
  readonly bundleId?: string
}

/** By name. */
export async function listApps(project: ProjectSession): Promise<readonly ProjectApp[]> {
  const { apps } = await project.call({ path: pathOf(project), answer: z.object({ apps: z.array(app) }) })
  return apps.toSorted((a, b) => a.name.localeCompare(b.name))
}

export async function addApp(
  project: ProjectSession,
  wanted: AppDetails & { readonly platform: AppPlatform },
): Promise<ProjectApp> {
  return await project.call({ method: 'POST', path: pathOf(project), body: wanted, answer: app })
}

export async function changeApp(project: ProjectSession, appId: string, changes: AppDetails): Promise<ProjectApp> {
  return await project.call({ method: 'PATCH', path: pathOf(project, appId), body: changes, answer: app })
}

/** With its keys. Throws `failed-precondition` for the project's only web app. */
export async function removeApp(project: ProjectSession, appId: string): Promise<void> {
  await project.call({ method: 'DELETE', path: pathOf(project, appId), answer: z.unknown() })
}

function pathOf(project: ProjectSession, appId?: string): string {
  const path = `/hearth/v1/projects/${encodeURIComponent(project.id)}/apps`
  return appId === undefined ? path : `${path}/${encodeURIComponent(appId)}`
}
