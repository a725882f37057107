import { StatusError } from '@hearth/model'
import type { Caller } from '../../access/caller.ts'
import type { Files } from '../../files/files.ts'
import type { Exchange } from '../../http/exchange.ts'

/** A project has one bucket, which is there from the beginning; what it is can be read, and nothing of it can be set. */
export function encodeBucket(bucket: string, publicOrigin: string): Record<string, unknown> {
  return {
    kind: 'storage#bucket',
    id: bucket,
    name: bucket,
    selfLink: `${publicOrigin}/storage/v1/b/${encodeURIComponent(bucket)}`,
    storageClass: 'STANDARD',
    metageneration: '1',
  }
}

/** Knowing that a bucket is there takes what listing it takes. */
export async function assertBucketVisible(files: Files, caller: Caller, bucket: string): Promise<void> {
  await files.list(caller, bucket, { prefix: '', delimiter: '', maxResults: 1 })
}

/** What is not built of the JSON API: answered alike for every bucket that the caller may see. */
export async function refuseBucketCall(
  exchange: Exchange,
  files: Files,
  caller: Caller,
  bucket: string,
): Promise<void> {
  await assertBucketVisible(files, caller, bucket)
  const { method, path } = exchange
  const message = `${method} ${path} of the storage API is not offered: who may do what is said by rules, and a bucket has no settings.`
  throw new StatusError('unimplemented', 'NOT_OFFERED', message)
}
