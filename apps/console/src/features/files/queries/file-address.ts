import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { fileReference } from './file-reference.ts'

/** Where the files protocol has a file's metadata. */
export function fileAddress(project: ProjectSession, path: string): string {
  const { bucket } = fileReference(project, '')
  return `/v0/b/${encodeURIComponent(bucket)}/o/${encodeURIComponent(path)}`
}
