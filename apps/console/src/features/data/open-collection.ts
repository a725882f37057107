import { decodePath, placeOf } from '../../documents/data-path.ts'

/** The collection that a page of the data browser shows, alone or with one of its documents; undefined elsewhere. */
export function openCollectionOf(pathname: string): string | undefined {
  const splat = /^\/projects\/[^/]+\/data\/(.+)$/.exec(pathname)?.[1]
  return splat === undefined ? undefined : placeOf(decodePath(splat)).collection
}
