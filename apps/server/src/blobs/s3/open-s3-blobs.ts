import { S3Client } from '@aws-sdk/client-s3'
import { S3Blobs, type S3Place, type StagedBlobs } from './s3-blobs.ts'

export interface S3Settings extends S3Place {
  /** Of a store that is not Amazon's; undefined for Amazon's. */
  readonly endpoint: string | undefined
  readonly region: string
  /** Undefined: as the AWS SDK finds them, such as a role of the machine. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
}

/** Connects to the store and asks for its bucket. Throws an `Error` whose message says what is wrong. */
export async function openS3Blobs(settings: S3Settings, staging: StagedBlobs): Promise<S3Blobs> {
  const { endpoint, region, credentials, bucket, prefix } = settings
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // A copy, because the client marks what it is given.
    ...(credentials !== undefined && { credentials: { ...credentials } }),
    // Contents are verified by MD5, which every store knows.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const blobs = new S3Blobs({ client, place: { bucket, prefix }, staging })
  try {
    await blobs.check()
    return blobs
  } catch (cause) {
    client.destroy()
    throw new Error(`The bucket ${bucket} of HEARTH_BLOBS can't be used: ${sentenceOf(cause)}`, { cause })
  }
}

function sentenceOf(cause: unknown): string {
  const status = (cause as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
  if (status === 404) return 'there is none of that name.'
  if (status === 403) return 'the store refuses the credentials.'
  return `the store can't be reached (${cause instanceof Error ? cause.name : 'unknown'}).`
}
