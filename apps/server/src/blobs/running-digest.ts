import { crc32c } from '@node-rs/crc32'
import { createHash, type Hash } from 'node:crypto'

/** A CRC-32C (Castagnoli) of a content, taken while it streams by. */
export class Crc32c {
  #value = 0

  update(chunk: Uint8Array): void {
    this.#value = crc32c(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength), this.#value)
  }

  /** Of its 4 bytes in big-endian order, as the storage API writes it. */
  get base64(): string {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(this.#value)
    return bytes.toString('base64')
  }
}

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
