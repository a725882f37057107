import { type Document, StatusError, type Version } from '@hearth/model'
import { executeQuery } from '../query/execute-query.ts'
import type { PreparedQuery } from '../query/prepared-query.ts'
import type { ReadState } from '../read-state.ts'
import type { ListenHub } from './listen-hub.ts'

/** Text of documents of a result that is read beside others. */
const SMALL_BYTES_MAX = 8 * 1024 * 1024
/** Text of documents that a listener may begin with; in memory it is about five times as much until the client has it. */
const LARGE_BYTES_MAX = 128 * 1024 * 1024
/** Large results that wait for their turn. */
const WAITING_MAX = 200

/**
 * The whole result that a listener begins with. Large ones are read one after the other in the whole process, since each is held in memory.
 * Throws `resource-exhausted`/`RESULT_TOO_LARGE`, and `LISTENERS_WAITING` when too many wait.
 */
export async function readWhole(
  hub: ListenHub,
  database: string,
  prepared: PreparedQuery,
  version: Version,
): Promise<Document[]> {
  const read = (bytesMax: number) =>
    hub.readAt(database, version, async (state: ReadState) => {
      const { documents } = await executeQuery(state.context, prepared, state.version, bytesMax)
      return documents
    })
  try {
    return await read(SMALL_BYTES_MAX)
  } catch (error) {
    if (!(error instanceof StatusError) || error.reason !== 'RESULT_TOO_LARGE') throw error
    return await largeReads.run(() => read(LARGE_BYTES_MAX))
  }
}

/** One after the other. */
class LargeReads {
  #waiting = 0
  #last: Promise<unknown> = Promise.resolve()

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= WAITING_MAX) {
      const text = 'Too many listeners wait for large results. Try again in a moment.'
      throw new StatusError('resource-exhausted', 'LISTENERS_WAITING', text)
    }
    this.#waiting++
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => undefined)
    try {
      return await turn
    } finally {
      this.#waiting--
    }
  }
}

/** There is one memory, so all projects share it. */
const largeReads = new LargeReads()
