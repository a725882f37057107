import { crc32c } from '@node-rs/crc32'

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
