import * as z from 'zod/mini'
import type { ProjectSession } from '../firebase/project-session.ts'

const app = z.object({ name: z.string(), platform: z.string(), config: z.object({ appId: z.string() }) })
const answer = z.object({ apps: z.array(app) })

/** An app of a project, with the id that it gives with whatever it asks. */
export interface ProjectApp {
  readonly name: string
  readonly platform: string
  readonly appId: string
}

export async function listProjectApps(project: ProjectSession): Promise<readonly ProjectApp[]> {
  const { apps } = await project.call({ path: `/hearth/v1/projects/${encodeURIComponent(project.id)}/apps`, answer })
  return apps.map(({ name, platform, config }) => ({ name, platform, appId: config.appId }))
}
