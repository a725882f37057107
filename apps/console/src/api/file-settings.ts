import * as z from 'zod/mini'
import type { ProjectSession } from '../firebase/project-session.ts'

const settings = z.object({
  /** Whether single files may be, and are, open to everybody at their public address. */
  publicFiles: z.boolean(),
  /** What the bucket is called beside the names that follow from the project's id. */
  bucketNames: z.array(z.string()),
})

export type FileSettings = z.infer<typeof settings>

export async function getFileSettings(project: ProjectSession): Promise<FileSettings> {
  return await project.call({ path: pathOf(project), answer: settings })
}

export async function changeFileSettings(
  project: ProjectSession,
  change: Partial<FileSettings>,
): Promise<FileSettings> {
  return await project.call({ method: 'PATCH', path: pathOf(project), body: change, answer: settings })
}

function pathOf(project: ProjectSession): string {
  return `/hearth/v1/projects/${encodeURIComponent(project.id)}/files/settings`
}
