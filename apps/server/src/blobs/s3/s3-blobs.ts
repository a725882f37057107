import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { StatusError } from '@hearth/model'
import type { BlobRef, Blobs, ByteRange, SealedBlob } from '../blobs.ts'
import { uploadInParts } from './multipart-upload.ts'

/** Contents up to this size go in one request. */
const ONE_REQUEST_BYTES_MAX = 16 * 1024 * 1024

/** What lies on this machine until it is whole. */
export interface StagedBlobs extends Blobs {
  has(blob: BlobRef): Promise<boolean>
  pathOf(blob: BlobRef): string
}

export interface S3Place {
  readonly bucket: string
  /** Of every key; empty or ending in a slash. */
  readonly prefix: string
}

/**
 * Blobs as objects of an S3-compatible store: `<prefix><project>/<first two digits>/<id>`. Parts of a content gather in `staging`, on this
 * machine's disk, because objects can't be appended to; sealing sends the whole to the store and drops it here. What is still (or from
 * earlier times) in `staging` is read from there. Failures of the store are `unavailable`/`BLOB_STORE_UNAVAILABLE`.
 */
export class S3Blobs implements Blobs {
  readonly #client: S3Client
  readonly #place: S3Place
  readonly #staging: StagedBlobs

  constructor(options: { client: S3Client; place: S3Place; staging: StagedBlobs }) {
    this.#client = options.client
    this.#place = options.place
    this.#staging = options.staging
  }

  /** Throws what keeps the bucket from being used. */
  async check(): Promise<void> {
    await this.#client.send(new HeadBucketCommand({ Bucket: this.#place.bucket }))
  }

  append(blob: BlobRef, offset: number, source: AsyncIterable<Uint8Array>, limitBytes: number): Promise<number> {
    return this.#staging.append(blob, offset, source, limitBytes)
  }

  async store(blob: BlobRef, source: AsyncIterable<Uint8Array>, limitBytes: number): Promise<SealedBlob> {
    await this.append(blob, 0, source, limitBytes)
    return await this.seal(blob)
  }

  async size(blob: BlobRef): Promise<number> {
    if (await this.#staging.has(blob)) return this.#staging.size(blob)
    return (await this.#findSealed(blob))?.sizeBytes ?? 0
  }

  /** Asked again after it has worked, tells the same. */
  async seal(blob: BlobRef): Promise<SealedBlob> {
    if (!(await this.#staging.has(blob))) {
      const sealed = await this.#findSealed(blob)
      if (sealed) return sealed
    }
    const content = await this.#staging.seal(blob)
    await asUnavailable(() => this.#send(blob, content))
    await this.#staging.remove(blob)
    return content
  }

  async read(blob: BlobRef, range?: ByteRange): Promise<Readable> {
    if (await this.#staging.has(blob)) return this.#staging.read(blob, range)
    const command = new GetObjectCommand({
      ...this.#keyOf(blob),
      ...(range && { Range: `bytes=${range.first}-${range.last}` }),
    })
    try {
      const { Body } = await asUnavailable(() => this.#client.send(command))
      return Body as Readable
    } catch (error) {
      if (!isMissing(error)) throw error
      throw new StatusError('data-loss', 'BLOB_MISSING', 'The content of this file is missing in the store.')
    }
  }

  async remove(blob: BlobRef): Promise<void> {
    await this.#staging.remove(blob)
    await asUnavailable(() => this.#client.send(new DeleteObjectCommand(this.#keyOf(blob))))
  }

  /** From the store it is fetched whole. */
  async copyOut(blob: BlobRef, file: string): Promise<number> {
    if (await this.#staging.has(blob)) return await this.#staging.copyOut(blob, file)
    const content = await this.read(blob)
    await pipeline(content, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))
    return (await stat(file)).size
  }

  async bringBack(blob: BlobRef, file: string, sizeBytes: number): Promise<void> {
    if ((await this.#findSealed(blob))?.sizeBytes === sizeBytes) return
    await this.#staging.bringBack(blob, file, sizeBytes)
    await this.seal(blob)
  }

  async close(): Promise<void> {
    this.#client.destroy()
    await this.#staging.close()
  }

  async #send(blob: BlobRef, content: SealedBlob): Promise<void> {
    const { md5, crc32c, sizeBytes } = content
    const target = { ...this.#keyOf(blob), Metadata: { md5, crc32c } }
    if (sizeBytes > ONE_REQUEST_BYTES_MAX) {
      await uploadInParts(this.#client, target, this.#staging.pathOf(blob), sizeBytes)
      return
    }
    const chunks: Buffer[] = []
    if (sizeBytes > 0) for await (const chunk of await this.#staging.read(blob)) chunks.push(chunk as Buffer)
    // Up to the limit of one request, held for as long as it takes, so that a failed try can be repeated.
    const put = new PutObjectCommand({ ...target, Body: Buffer.concat(chunks), ContentMD5: md5 })
    await this.#client.send(put)
  }

  async #findSealed(blob: BlobRef): Promise<SealedBlob | undefined> {
    try {
      const head = await asUnavailable(() => this.#client.send(new HeadObjectCommand(this.#keyOf(blob))))
      const { md5 = '', crc32c = '' } = head.Metadata ?? {}
      return { sizeBytes: head.ContentLength ?? 0, md5, crc32c }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  #keyOf({ project, id }: BlobRef): { Bucket: string; Key: string } {
    const { bucket, prefix } = this.#place
    return { Bucket: bucket, Key: `${prefix}${project}/${id.slice(0, 2)}/${id}` }
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404
}

async function asUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (isMissing(cause)) throw cause
    const message = 'The store of file contents does not answer as it should. Try again.'
    throw new StatusError('unavailable', 'BLOB_STORE_UNAVAILABLE', message, { cause })
  }
}
