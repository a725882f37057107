import { StatusError } from '@hearth/model'

/**
 * What an error of the engine means for the hearth.
 * - `refused`: the fault of one batch (constraint, too big): nothing of it is written, the store goes on.
 * - `full`: no space left; the transaction was rolled back, and there may be space later.
 * - `busy`: somebody else holds the write lock.
 * - `broken`: the disk or the file can't be trusted any more. An unknown error counts as broken.
 */
export type SqliteFailure = 'refused' | 'full' | 'busy' | 'broken'

/** Primary result codes, https://www.sqlite.org/rescode.html */
const BUSY = 5
const CORRUPT = 11
const FULL = 13
const TOOBIG = 18
const CONSTRAINT = 19
const MISMATCH = 20
const RANGE = 25
const NOTADB = 26

export function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  const { errcode } = error as { errcode?: unknown }
  return typeof errcode === 'number' ? errcode & 0xff : undefined
}

export function classifyFailure(error: unknown): SqliteFailure {
  switch (primaryCode(error)) {
    case FULL:
      return 'full'
    case BUSY:
      return 'busy'
    case TOOBIG:
    case CONSTRAINT:
    case MISMATCH:
    case RANGE:
      return 'refused'
    case undefined:
      // Not from SQLite: a value that can't be bound, found before anything of the statement ran.
      return error instanceof TypeError || error instanceof RangeError ? 'refused' : 'broken'
    default:
      return 'broken'
  }
}

/** The error of a read or an opening in the words of the server. Where the file is stands in its cause, which is for the log: answers go to anybody. */
export function asStatusError(error: unknown, file: string): StatusError {
  if (error instanceof StatusError) return error
  const cause = ofFile(file, error)
  const code = primaryCode(error)
  if (code === CORRUPT || code === NOTADB) {
    const text = 'The data file is damaged. Restore it from a backup.'
    return new StatusError('data-loss', 'DATA_DAMAGED', text, { cause })
  }
  if (code === BUSY) {
    return new StatusError('unavailable', 'STORE_BUSY', 'The data file is in use by somebody else.', { cause })
  }
  return new StatusError('unavailable', 'STORE_UNREADABLE', 'The data file can’t be read.', { cause })
}

/** What happened to a file, for the log. */
export function ofFile(file: string, error?: unknown): Error {
  return new Error(error instanceof Error ? `${file}: ${error.message}` : file, { cause: error })
}
