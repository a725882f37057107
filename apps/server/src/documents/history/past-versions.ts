import type { Version } from '@hearth/model'
import type { DocumentKey, DocumentVersion, ReadSnapshot } from '../../persistence/persistence.ts'
import { Turn } from '../../lib/turn.ts'
import { uncounted } from '../held-memory.ts'
import { PageSize } from '../query/page-size.ts'

/** Each may be a mebibyte. */
const FIRST_READ = 4

/** What became of a document before a version, or up to now, the newest first. Read in small pages, in turns. */
export async function* pastVersions(
  snapshot: ReadSnapshot,
  key: DocumentKey,
  from: Version | undefined,
): AsyncIterable<DocumentVersion> {
  const size = new PageSize(FIRST_READ, uncounted)
  const turn = new Turn()
  for (let before = from; ;) {
    const limit = size.next
    const page = await snapshot.listVersions(key, { before, limit })
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < limit) return
    before = last.version
    size.note(page.map(({ document }) => ({ json: document?.json ?? '' })))
    await turn.pause()
  }
}
