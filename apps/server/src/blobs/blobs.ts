import type { Readable } from 'node:stream'

/** The bytes of one stored file, by a random id; no name or path of a user ever reaches the engine. */
export interface BlobRef {
  readonly project: string
  /** 32 hexadecimal digits. */
  readonly id: string
}

/** First and last byte, both included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

export interface SealedBlob {
  readonly sizeBytes: number
  /** Base64, as the storage API gives them. */
  readonly md5: string
  readonly crc32c: string
}

/** Where file contents live. Every engine passes `contract/`. The chunks of a source are taken with their memory: they are empty afterwards. */
export interface Blobs {
  /**
   * Appends to a blob, creating it with offset 0. Streams: memory does not grow with the content. Returns the bytes the blob
   * holds now. When the source fails, what arrived stays and can be continued.
   * Throws `failed-precondition`/`OFFSET_MISMATCH` when `offset` is not its size, `resource-exhausted`/`FILE_TOO_LARGE` when it
   * would grow beyond `limitBytes`, `resource-exhausted`/`DISK_FULL`, `aborted`/`UPLOAD_BUSY` while another append runs.
   */
  append(blob: BlobRef, offset: number, source: AsyncIterable<Uint8Array>, limitBytes: number): Promise<number>

  /**
   * Stores a whole content at once and makes it durable, as `append` from 0 and `seal` would, in fewer steps. What a failed one leaves has to
   * be removed. Throws as `append`.
   */
  store(blob: BlobRef, source: AsyncIterable<Uint8Array>, limitBytes: number): Promise<SealedBlob>

  /** The bytes a blob holds now; 0 when there is none. */
  size(blob: BlobRef): Promise<number>

  /** Makes the content durable and tells its size and digests. A blob is never appended to after that. */
  seal(blob: BlobRef): Promise<SealedBlob>

  /** Throws `data-loss`/`BLOB_MISSING` when the content is gone. */
  read(blob: BlobRef, range?: ByteRange): Promise<Readable>

  /** Removing what is not there is no error. */
  remove(blob: BlobRef): Promise<void>

  /**
   * Puts a sealed content at `file`, a new file on this machine; where the disk can, both are the same bytes on it. Returns its size.
   * Throws `data-loss`/`BLOB_MISSING`, `resource-exhausted`/`DISK_FULL`.
   */
  copyOut(blob: BlobRef, file: string): Promise<number>

  /**
   * Makes sure that a content of this size is there, durably; where it isn't, it is brought from `file`, where `copyOut` once put it. What is there
   * stays when the file is absent or of another size. Throws `data-loss`/`BLOB_MISSING` then, and `resource-exhausted`/`DISK_FULL`.
   */
  bringBack(blob: BlobRef, file: string, sizeBytes: number): Promise<void>

  close(): Promise<void>
}
