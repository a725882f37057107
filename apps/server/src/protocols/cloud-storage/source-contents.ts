import type { FileContent } from '../../files/files.ts'

/** The contents of files, one after the other. Each is opened when its turn comes, so that a refused copy leaves none open. */
export async function* contentsOf(sources: readonly FileContent[]): AsyncIterable<Uint8Array> {
  for (const { object, open } of sources) if (object.sizeBytes > 0) yield* await open()
}
