import * as z from 'zod/mini'
import { callHearth, type HearthCall } from './call-hearth.ts'

const createdProject = z.object({ projectId: z.string() })

const projectUsage = z.object({
  users: z.number(),
  documents: z.number(),
  files: z.number(),
  storedBytes: z.number(),
  /** `null` for no limit. */
  storageQuotaBytes: z.nullable(z.number()),
  /** Of one file. */
  uploadLimitBytes: z.number(),
  hasSampleData: z.optional(z.boolean()),
  /** RFC 3339. */
  lastActivityAt: z.nullish(z.string()),
})

export type ProjectUsage = z.infer<typeof projectUsage>

/** Makes a project with a web app and its key; the caller owns it. Throws `already-exists`/`PROJECT_EXISTS`. */
export async function createProject(project: { projectId: string; name: string }, idToken: string): Promise<string> {
  const created = await callHearth({
    method: 'POST',
    path: '/hearth/v1/projects',
    idToken,
    body: project,
    answer: createdProject,
  })
  return created.projectId
}

/** Asks how much there is in a project, in the name of an operator of it or of a member. */
export function usageCall(project: string): HearthCall<ProjectUsage> {
  return { path: `/hearth/v1/projects/${encodeURIComponent(project)}/usage`, answer: projectUsage }
}

/** Takes out what the first start put in, and nothing else. Answers how many documents that was. */
export async function removeSampleData(project: string, idToken: string): Promise<number> {
  const removed = await callHearth({
    method: 'DELETE',
    path: `/hearth/v1/projects/${encodeURIComponent(project)}/sample-data`,
    idToken,
    answer: z.object({ documents: z.number() }),
  })
  return removed.documents
}

/** The project with everything in it. Owners who signed in lately may. */
export async function deleteProject(project: string, idToken: string): Promise<void> {
  await callHearth({
    method: 'DELETE',
    path: `/hearth/v1/projects/${encodeURIComponent(project)}`,
    idToken,
    answer: z.unknown(),
  })
}
