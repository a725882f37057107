import * as z from 'zod/mini'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'

const releaseList = z.object({ releases: z.array(z.object({ name: z.string() })) })

/** What a project denies to every app, because no rules of it are published. */
export type ClosedServices = 'both' | 'documents' | 'files' | 'none'

export async function findClosedServices(project: ProjectSession): Promise<ClosedServices> {
  const { releases } = await project.call({ path: `/v1/projects/${project.id}/releases`, answer: releaseList })
  const prefix = `projects/${project.id}/releases/`
  const hasRules = (service: string): boolean => releases.some(({ name }) => name.startsWith(prefix + service))
  const [documents, files] = [hasRules('cloud.firestore'), hasRules('firebase.storage')]
  if (documents && files) return 'none'
  if (documents) return 'files'
  return files ? 'documents' : 'both'
}
