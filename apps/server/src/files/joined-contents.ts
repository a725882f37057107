import { StatusError } from '@hearth/model'
import { Crc32c } from '../blobs/running-digest.ts'
import type { FileContent } from './files.ts'

/**
 * The contents of files, one after the other, each checked against its CRC-32C: a damaged one is not copied as if it were whole.
 * Each is opened when its turn comes, so that a refused copy leaves none open. Throws `data-loss`/`CONTENT_UNREADABLE`, and what
 * `FileContent.open` throws.
 */
export async function* joinedContents(sources: readonly FileContent[]): AsyncIterable<Uint8Array> {
  for (const { object, open } of sources) {
    if (object.sizeBytes === 0) continue
    const digest = new Crc32c()
    for await (const chunk of (await open()) as AsyncIterable<Uint8Array>) {
      digest.update(chunk)
      yield chunk
    }
    if (digest.base64 === object.crc32c) continue
    const message = `The content of ${JSON.stringify(object.name)} is damaged on the server.`
    throw new StatusError('data-loss', 'CONTENT_UNREADABLE', message)
  }
}
