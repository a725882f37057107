import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'

export type FileRequest = api.ListedRequest

/** What the rules decided about a file of late, the newest first, at most `max`. Operators are listed where they were refused. */
export async function listFileRequests(
  project: ProjectSession,
  path: string,
  max: number,
): Promise<readonly FileRequest[]> {
  // Other files may have paths that begin like this one.
  const query = { service: 'files', path, wholePath: 'true', pageSize: max } as const
  return (await callApi(api.listRequests, { project: project.id, query }, project)).requests
}
