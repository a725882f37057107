import type { Blobs } from '../blobs/blobs.ts'
import type { ProjectStore, RecordChange } from '../persistence/persistence.ts'

/**
 * Contents no file names any more. A blob enters this space in the same commit that drops its name, and leaves it after its bytes are
 * gone, so that no crash can leave bytes behind that nothing names.
 */
const GARBAGE_SPACE = 'blob-garbage'
const SWEEP_PAGE = 100

export function discard(blobId: string): RecordChange {
  return { space: GARBAGE_SPACE, key: blobId, value: '{}' }
}

/** Removes the bytes of every discarded blob of a project. */
export async function sweepGarbage(project: string, store: ProjectStore, blobs: Blobs): Promise<void> {
  for (;;) {
    const page = await store.read((snapshot) =>
      snapshot.listRecords(GARBAGE_SPACE, {}, { limit: SWEEP_PAGE, reverse: false }),
    )
    if (page.length === 0) return
    for (const { key } of page) await blobs.remove({ project, id: key })
    await store.commit({ records: page.map(({ key }) => ({ space: GARBAGE_SPACE, key, value: undefined })) })
    if (page.length < SWEEP_PAGE) return
  }
}
