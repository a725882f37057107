import type { Blobs } from '../blobs/blobs.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import type { StoredRecord } from '../persistence/stored-record.ts'
import { BlobGarbage } from './blob-garbage.ts'
import { OBJECT_SPACE } from './object-record.ts'
import { UPLOAD_SPACE } from './upload-record.ts'

const PAGE_SIZE = 500

/** Removes the bytes of every stored file and of every file on its way in; the records that name them stay. May be asked again. */
export async function removeContents(project: string, store: ProjectStore, blobs: Blobs): Promise<void> {
  for (const space of [OBJECT_SPACE, UPLOAD_SPACE]) {
    let start = ''
    for (;;) {
      const page = await store.read((snapshot) =>
        snapshot.listRecords(space, { start }, { limit: PAGE_SIZE, reverse: false }),
      )
      for (const record of page) await blobs.remove({ project, id: blobIdOf(record) })
      const last = page.at(-1)
      if (last === undefined || page.length < PAGE_SIZE) break
      start = `${last.key}\0`
    }
  }
  await new BlobGarbage(blobs).sweep(project, store)
}

/** Both kinds of records have it. */
function blobIdOf({ value }: StoredRecord): string {
  return (JSON.parse(value) as { blobId: string }).blobId
}
