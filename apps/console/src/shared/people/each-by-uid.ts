import type { FoundUsers } from './project-user.ts'

/** So many of a slice were in the one before: who is deleted meanwhile draws all that follow forward. */
const overlap = 50

/**
 * Everybody of a list by uid, each once, and nobody skipped who was in it from the beginning to the end, whoever comes or goes meanwhile.
 *
 * @param find the users from a place on, by uid
 */
export async function* eachByUid(
  find: (offset: number, limit: number) => Promise<FoundUsers>,
  sliceSize: number,
): AsyncGenerator<FoundUsers> {
  let last = ''
  let offset = 0
  for (;;) {
    const slice = await find(offset, sliceSize)
    const [first] = slice.users
    if (offset > 0 && (first === undefined || first.localId > last)) {
      // So many are gone that some may be between the last one and this.
      offset = Math.max(0, offset - sliceSize)
      continue
    }
    const users = slice.users.filter(({ localId }) => localId > last)
    last = users.at(-1)?.localId ?? last
    yield { ...slice, users }
    if (offset + sliceSize >= slice.count) return
    offset += sliceSize - overlap
  }
}
