import { type Firestore, waitForPendingWrites } from 'firebase/firestore'
import { connection } from '../live/connection.ts'
import { readWrittenDown } from '../live/lost-changes.ts'
import { pendingWrites } from '../live/pending-writes.ts'

/**
 * Counts the writes that closed pages left behind as saved once they are. Nobody is told of each of them any more; the queue as a whole says
 * when it is empty. Those of which it is known what they do are left to `settleWaited`, which looks whether the server took them.
 */
export function settleWrites(firestore: Firestore, database: string): void {
  let isSettling = false
  const settle = async (): Promise<void> => {
    const left = pendingWrites.ofOtherPages(firestore.app, database).filter((key) => readWrittenDown(key) === undefined)
    if (isSettling || left.length === 0 || connection.getSnapshot().status !== 'live') return
    isSettling = true
    try {
      await waitForPendingWrites(firestore)
      pendingWrites.end(left)
    } catch {
      // The session changed or the database was closed: it is asked again with the next connection or page.
    } finally {
      isSettling = false
    }
  }
  connection.subscribe(() => void settle())
  void settle()
}
