import { StatusError } from '@hearth/model'

const ATTEMPTS_MAX = 5

/** Reads files again, from their records on, when one was replaced between its record and its content. */
export async function withNewestContent<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read()
    } catch (error) {
      const isReplaced = error instanceof StatusError && error.reason === 'FILE_REPLACED'
      if (!isReplaced || attempt === ATTEMPTS_MAX) throw error
    }
  }
}
