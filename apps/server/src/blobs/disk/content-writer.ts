import type { FileHandle } from 'node:fs/promises'
import { RunningDigest } from '../running-digest.ts'

/** Writes a content to its file, from its beginning on, and takes its digests. */
export interface ContentWriter {
  /** Of which the digests are. */
  readonly sizeBytes: number
  /** Takes a chunk, and its memory; resolves when there is room for the next. Throws what became of an earlier one. */
  write(file: FileHandle, chunk: Uint8Array, position: number): Promise<void>
  /** Resolves when all that was taken is written. Throws when some is not; then the digests are of no use. */
  settle(): Promise<void>
  /** Base64 of both. To be asked once. */
  finish(): Promise<{ md5: string; crc32c: string }>
  /** Instead of `finish`. */
  drop(): void
}

/** On the thread that asks: for contents so small that another thread costs more than it spares. */
export class SmallContentWriter implements ContentWriter {
  readonly #digest = new RunningDigest()
  #writing = Promise.resolve()

  get sizeBytes(): number {
    return this.#digest.sizeBytes
  }

  async write(file: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
    await this.#writing
    this.#writing = writeWhole(file, chunk, position)
    this.#writing.catch(ignoreUntilAwaited)
    // While it is written. Where that fails the digest is ahead of the file, which the next append notices.
    this.#digest.update(chunk)
  }

  async settle(): Promise<void> {
    const writing = this.#writing
    this.#writing = Promise.resolve()
    await writing
  }

  async finish(): Promise<{ md5: string; crc32c: string }> {
    return this.#digest.finish()
  }

  drop(): void {
    // There is nothing but its memory.
  }
}

async function writeWhole(file: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  let written = 0
  while (written < chunk.byteLength) {
    const result = await file.write(chunk, written, chunk.byteLength - written, position + written)
    written += result.bytesWritten
  }
}

function ignoreUntilAwaited(): void {
  // The next chunk, or the end, awaits the write and hears of its failure.
}
