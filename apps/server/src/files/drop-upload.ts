import { StatusError } from '@hearth/model'
import type { Expectation, ProjectStore, RecordChange } from '../persistence/persistence.ts'
import { discard } from './blob-garbage.ts'
import type { FileContext } from './file-context.ts'
import { decodeUploadRecord, type FoundUpload, UPLOAD_SPACE } from './upload-record.ts'

/** Unfinished uploads and the answers of finished ones are kept this long. */
export const UPLOAD_LIFE_MS = 24 * 60 * 60 * 1_000
const SWEEP_PAGE = 100

/**
 * Ends uploads that were never finished: those older than a day, and those in one request of an earlier process. Called at start
 * and from time to time.
 */
export async function sweepUploads(
  project: string,
  store: ProjectStore,
  context: Pick<FileContext, 'garbage' | 'clock' | 'openUploads'>,
): Promise<void> {
  const oldest = context.clock.nowMs() - UPLOAD_LIFE_MS
  let start = ''
  for (;;) {
    const from = start
    const page = await store.read((snapshot) =>
      snapshot.listRecords(UPLOAD_SPACE, { start: from }, { limit: SWEEP_PAGE, reverse: false }),
    )
    for (const upload of page.map(decodeUploadRecord)) {
      if (upload.openedAt < oldest || context.openUploads.isAbandoned(upload))
        await dropUpload(context, project, store, upload)
    }
    const last = page.at(-1)
    if (!last || page.length < SWEEP_PAGE) break
    start = `${last.key}\0`
  }
  await context.garbage.sweep(project, store)
}

/** Forgets an upload, and its content unless that became a file. False when somebody else ended it meanwhile; then nothing changed. */
export async function dropUpload(
  { openUploads }: Pick<FileContext, 'openUploads'>,
  project: string,
  store: ProjectStore,
  upload: FoundUpload,
): Promise<boolean> {
  const records: RecordChange[] = [{ space: UPLOAD_SPACE, key: upload.id, value: undefined }]
  if (!upload.finished) records.push(discard(upload.blobId))
  try {
    await store.commit({ expect: [unchanged(upload)], records })
    if (!upload.finished) await openUploads.leave(project, store, upload)
    return true
  } catch (error) {
    if (error instanceof StatusError && error.reason === 'CONFLICT') return false
    throw error
  }
}

/** Who ends an upload says what becomes of its content, and only one may: a content that is discarded and named would be lost. */
export function unchanged({ id, revision }: FoundUpload): Expectation {
  return { kind: 'record', space: UPLOAD_SPACE, key: id, revision }
}
