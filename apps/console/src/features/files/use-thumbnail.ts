import { useEffect, useState, type RefObject } from 'react'
import { useProject } from '../../session/project-context.tsx'
import { HearthError } from '../../backend/api/hearth-error.ts'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import { fileAddress } from './queries/file-address.ts'

/** Where a tile is this near to the screen its picture is asked for. */
const nearby = '200px'
const retryMs = 2_000
const attemptsMax = 3

/**
 * The address of a small picture of a file, from when its tile comes near to the screen; undefined before, and for what has none.
 * @param version another one has another picture; `undefined` asks for none
 */
export function useThumbnail(
  tile: RefObject<HTMLElement | null>,
  path: string,
  version: string | undefined,
): string | undefined {
  const project = useProject()
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const element = tile.current
    if (element === null || version === undefined) return
    const ending = new AbortController()
    let made: string | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = async (attempt: number): Promise<void> => {
      try {
        const picture = await readThumbnail(project, path, ending.signal)
        if (picture === undefined || ending.signal.aborted) return
        made = URL.createObjectURL(picture)
        setUrl(made)
      } catch {
        // Where no picture comes the icon of the type says enough.
        if (ending.signal.aborted || attempt === attemptsMax) return
        timer = setTimeout(() => void load(attempt + 1), retryMs * attempt)
      }
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        void load(1)
      },
      { rootMargin: nearby },
    )
    observer.observe(element)
    return () => {
      ending.abort()
      observer.disconnect()
      clearTimeout(timer)
      setUrl(undefined)
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [tile, project, path, version])
  return url
}

/** Twice the size of a tile, for dense screens. */
const side = 320

/** A small picture of an image; undefined for what the server makes none of. The SDK has no call for it. Throws a `HearthError`. */
async function readThumbnail(project: ProjectSession, path: string, signal: AbortSignal): Promise<Blob | undefined> {
  const query = new URLSearchParams({ alt: 'media', w: String(side), h: String(side) })
  const response = await fetch(`${fileAddress(project, path)}?${query}`, {
    headers: { authorization: `Bearer ${await project.idToken()}` },
    signal,
  })
  if (response.ok) return await response.blob()
  if (response.status >= 400 && response.status < 500 && response.status !== 429) return undefined
  throw new HearthError({ code: 'unavailable', reason: `HTTP_${response.status}`, message: response.statusText })
}
