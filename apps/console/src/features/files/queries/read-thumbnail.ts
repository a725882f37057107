import { HearthError } from '../../../backend/api/hearth-error.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { fileAddress } from './file-address.ts'

/** Twice the size of a tile, for dense screens. */
const side = 320

/** A small picture of an image; undefined for what the server makes none of. The SDK has no call for it. Throws a `HearthError`. */
export async function readThumbnail(
  project: ProjectSession,
  path: string,
  signal: AbortSignal,
): Promise<Blob | undefined> {
  const query = new URLSearchParams({ alt: 'media', w: String(side), h: String(side) })
  const response = await fetch(`${fileAddress(project, path)}?${query}`, {
    headers: { authorization: `Bearer ${await project.idToken()}` },
    signal,
  })
  if (response.ok) return await response.blob()
  if (response.status >= 400 && response.status < 500 && response.status !== 429) return undefined
  throw new HearthError({ code: 'unavailable', reason: `HTTP_${response.status}`, message: response.statusText })
}
