import { createHash, type Hash } from 'node:crypto'
import { crc32c } from '@node-rs/crc32'

/** MD5 and CRC-32C of a content, taken while it streams by. */
export class RunningDigest {
  #md5: Hash = createHash('md5')
  #crc32c = 0
  #sizeBytes = 0

  get sizeBytes(): number {
    return this.#sizeBytes
  }

  update(chunk: Uint8Array): void {
    this.#md5.update(chunk)
    this.#crc32c = crc32c(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength), this.#crc32c)
    this.#sizeBytes += chunk.byteLength
  }

  /** Base64 of both, CRC-32C in big-endian order as the storage API writes it. The digest is used up by it. */
  finish(): { md5: string; crc32c: string } {
    const crcBytes = Buffer.alloc(4)
    crcBytes.writeUInt32BE(this.#crc32c)
    return { md5: this.#md5.digest('base64'), crc32c: crcBytes.toString('base64') }
  }
}
