import { getUsage } from '@hearth/api'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../backend/api/call-api.ts'
import { useProject } from '../../../session/project-context.tsx'
import { listLinks } from './download-links.ts'
import { findMetadata, confirmRefusal } from './find-metadata.ts'
import { getPublicAccess } from './public-access.ts'
import { getBytes } from 'firebase/storage'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { fileReference } from './file-address.ts'
import * as api from '@hearth/api'

/** What files hold is let go with the screen that shows it. */
const contentOptions = { gcTime: 0 }

/** What is known of a file; null when there is none. */
export function useMetadata(path: string) {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'files', 'metadata', path],
    queryFn: async () => (await findMetadata(project, path)) ?? null,
  })
}

/** The last requests for a file. */
export function useFileRequests(path: string, max: number) {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'files', 'requests', path, max],
    queryFn: async () => await listFileRequests(project, path, max),
  })
}

/** Whether everybody may read a file. Each new content is another file. */
export function usePublicAccess(path: string, generation: string) {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'files', 'public', path, generation],
    queryFn: async () => await getPublicAccess(project, path),
    enabled: generation !== '',
  })
}

/** The download links of a file. New content has new links; none are asked for while the generation is unknown. */
export function useDownloadLinks(path: string, generation: string | undefined) {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'files', 'links', path, generation],
    queryFn: async () => await listLinks(project, path),
    enabled: generation !== undefined,
  })
}

/** The beginning of a text. */
export function useBeginning(path: string, generation: string, bytesMax: number) {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'files', 'beginning', path, generation, bytesMax],
    queryFn: async () => await readBeginning(project, path, bytesMax),
    ...contentOptions,
  })
}

/** All that is in a file. */
export function useContent(path: string, generation: string) {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'files', 'content', path, generation],
    queryFn: async () => await readContent(project, path),
    ...contentOptions,
  })
}

/** How much the project's files hold, and how much they may. */
export function useStorageUsage() {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'files', 'usage'],
    queryFn: async () => await callApi(getUsage, { project: project.id }, project),
  })
}

/** The first `bytesMax` bytes of a file as text; what isn't UTF-8 shows as replacement characters. Throws as `confirmRefusal` does. */
async function readBeginning(project: ProjectSession, path: string, bytesMax: number): Promise<string> {
  const bytes = await confirmRefusal(project, path, async () => await getBytes(fileReference(project, path), bytesMax))
  return new TextDecoder().decode(bytes)
}

/** Everything that is in a file. Throws as `confirmRefusal` does. */
export async function readContent(project: ProjectSession, path: string): Promise<ArrayBuffer> {
  return await confirmRefusal(project, path, async () => await getBytes(fileReference(project, path)))
}

export type FileRequest = api.ListedRequest

/** What the rules decided about a file of late, the newest first, at most `max`. Operators are listed where they were refused. */
async function listFileRequests(project: ProjectSession, path: string, max: number): Promise<readonly FileRequest[]> {
  // Other files may have paths that begin like this one.
  const query = { service: 'files', path, wholePath: 'true', pageSize: max } as const
  return (await callApi(api.listRequests, { project: project.id, query }, project)).requests
}
