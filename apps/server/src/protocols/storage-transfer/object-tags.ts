import type { FileObject } from '../../files/file-object.ts'

/** Names one generation and metageneration of a file. */
export function etagOf(object: FileObject): string {
  return Buffer.from(`${object.generation}/${object.metageneration}`).toString('base64url')
}

/** The last segment of the name, for a download's `filename`; never one that is a place on a disk. */
export function fileNameOf({ name }: FileObject): string {
  const last = name.slice(name.lastIndexOf('/') + 1)
  if (last === '.' || last === '..') return name.replaceAll('/', '_')
  return last || name
}
