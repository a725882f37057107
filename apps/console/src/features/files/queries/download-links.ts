import { getDownloadURL } from 'firebase/storage'
import * as z from 'zod/mini'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { fileAddress, fileReference } from './file-address.ts'

/** A link that downloads a file for whoever has it. Its token can be revoked. */
export interface DownloadLink {
  readonly token: string
  readonly url: string
}

const answer = z.object({ downloadTokens: z.optional(z.string()) })

/** All links of a file, the one that `getDownloadURL` gives first. The SDK tells of no more than that one, so the tokens are asked for. */
export async function listLinks(project: ProjectSession, path: string): Promise<readonly DownloadLink[]> {
  const { downloadTokens = '' } = await project.call({ path: fileAddress(project, path), answer })
  const tokens = downloadTokens.split(',').filter((token) => token !== '')
  if (tokens.length === 0) return []
  const first = await getDownloadURL(fileReference(project, path))
  return tokens.map((token) => {
    const url = new URL(first)
    url.searchParams.set('token', token)
    return { token, url: url.href }
  })
}

/** Makes one more link; those before it go on working. */
export async function createLink(project: ProjectSession, path: string): Promise<void> {
  await project.call({ method: 'POST', path: `${fileAddress(project, path)}?create_token=true`, answer })
}

/** Ends a link at once. After the last of them the file has none, until one is made or an app asks for one. */
export async function revokeLink(project: ProjectSession, path: string, token: string): Promise<void> {
  const query = new URLSearchParams({ delete_token: token })
  await project.call({ method: 'POST', path: `${fileAddress(project, path)}?${query}`, answer })
}
