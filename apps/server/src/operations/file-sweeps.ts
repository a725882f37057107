import type { Log } from '../ambient.ts'
import type { FileRoom } from '../files/file-room.ts'
import { sweepUploads } from '../files/drop-upload.ts'

const firstAfterMs = 60_000
const everyMs = 60 * 60_000

/**
 * Removes, an hour apart and one project after the other, uploads that were given up and contents that a killed process left
 * without a name. Returns what stops it; that waits for the project it is at.
 */
export function startFileSweeps(room: FileRoom, log: Log): () => Promise<void> {
  let isStopped = false
  let sweeping = Promise.resolve()
  const sweepAll = async (): Promise<void> => {
    for (const { id } of await room.projects.list()) {
      if (isStopped) return
      await sweepUploads(id, await room.projects.store(id), room)
    }
  }
  const round = (): void => {
    sweeping = sweepAll().catch((err: unknown) => log.error({ err }, 'the files could not be swept'))
    timer = setTimeout(round, everyMs).unref()
  }
  let timer = setTimeout(round, firstAfterMs).unref()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await sweeping
  }
}
