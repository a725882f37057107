import { createHash, type Hash } from 'node:crypto'
import { Crc32c } from '../crc32c.ts'

/** MD5 and CRC-32C of a content, taken while it streams by. */
export class RunningDigest {
  #md5: Hash = createHash('md5')
  #crc32c = new Crc32c()
  #sizeBytes = 0

  get sizeBytes(): number {
    return this.#sizeBytes
  }

  update(chunk: Uint8Array): void {
    this.#md5.update(chunk)
    this.#crc32c.update(chunk)
    this.#sizeBytes += chunk.byteLength
  }

  /** Base64 of both. The digest is used up by it. */
  finish(): { md5: string; crc32c: string } {
    return { md5: this.#md5.digest('base64'), crc32c: this.#crc32c.base64 }
  }
}
