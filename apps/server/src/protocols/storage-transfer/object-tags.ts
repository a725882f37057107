import type { FileObject } from '../../files/file-object.ts'

/** Names one generation and metageneration of a file. */
export function etagOf(object: FileObject): string {
  return Buffer.from(`${object.generation}/${object.metageneration}`).toString('base64url')
}

/** The last segment of the name, for a download's `filename`. */
export function fileNameOf(object: FileObject): string {
  return object.name.slice(object.name.lastIndexOf('/') + 1) || object.name
}
