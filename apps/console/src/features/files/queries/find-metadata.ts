import { getMetadata, type FullMetadata, type StorageReference } from 'firebase/storage'
import { failureOf } from '../../../errors/failure.ts'

/** What is known of a file; `undefined` when there is none. Throws the SDK's `StorageError` for anything else. */
export async function findMetadata(file: StorageReference): Promise<FullMetadata | undefined> {
  try {
    return await getMetadata(file)
  } catch (thrown) {
    if (failureOf(thrown).code === 'storage/object-not-found') return undefined
    throw thrown
  }
}
