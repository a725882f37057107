import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type CreateMultipartUploadCommandInput,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'

/** The store takes 10,000 parts of at least 5 MiB. */
const PARTS_MAX = 10_000
const PART_BYTES_MIN = 16 * 1024 * 1024
const PARTS_AT_ONCE = 3
const TRIES = 3

interface Part {
  readonly number: number
  readonly first: number
  readonly last: number
}

/**
 * Sends a file of this machine to the store in parts, each streamed from the disk and verified by its MD5. Whatever goes wrong, the parts
 * that are there are given up, so that nothing is stored by half.
 */
export async function uploadInParts(
  client: S3Client,
  target: CreateMultipartUploadCommandInput,
  path: string,
  sizeBytes: number,
): Promise<void> {
  const { Bucket, Key } = target
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target))
  const upload = { Bucket, Key, UploadId }
  try {
    const parts = partsOf(sizeBytes)
    const tags: { PartNumber: number; ETag: string | undefined }[] = []
    const work = async (): Promise<void> => {
      for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
        tags.push({ PartNumber: part.number, ETag: await sendPart(client, upload, path, part) })
      }
    }
    await Promise.all(Array.from({ length: PARTS_AT_ONCE }, work))
    const Parts = tags.toSorted((one, other) => one.PartNumber - other.PartNumber)
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
  } catch (error) {
    // Where the store can't be reached, its own rule for incomplete uploads has to clear them.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined)
    throw error
  }
}

/** Streams can't be sent twice, so each try opens its own. */
async function sendPart(
  client: S3Client,
  upload: { Bucket: string | undefined; Key: string | undefined; UploadId: string | undefined },
  path: string,
  { number, first, last }: Part,
): Promise<string | undefined> {
  const digest = createHash('md5')
  for await (const chunk of createReadStream(path, { start: first, end: last })) digest.update(chunk as Buffer)
  const ContentMD5 = digest.digest('base64')
  for (let attempt = 1; ; attempt += 1) {
    const Body = createReadStream(path, { start: first, end: last })
    try {
      const part = { ...upload, PartNumber: number, ContentLength: last - first + 1, ContentMD5, Body }
      return (await client.send(new UploadPartCommand(part))).ETag
    } catch (error) {
      Body.destroy()
      if (attempt === TRIES) throw error
    }
  }
}

function partsOf(sizeBytes: number): Part[] {
  const partBytes = Math.max(PART_BYTES_MIN, Math.ceil(sizeBytes / PARTS_MAX))
  const count = Math.ceil(sizeBytes / partBytes)
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    first: index * partBytes,
    last: Math.min(sizeBytes, (index + 1) * partBytes) - 1,
  }))
}
