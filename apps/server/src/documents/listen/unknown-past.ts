import { StatusError } from '@hearth/model'

/** Reasons for which a client's earlier result can't be told any more, though that of now may be. */
const reasons = [
  'VERSION_COLLECTED',
  'READ_TIME_TOO_OLD',
  'READ_TIME_IN_FUTURE',
  'PAST_TOO_DIFFERENT',
  'RESULT_TOO_LARGE',
]

/** What `read` answers; undefined where the past is not known or too large to be compared with: then the client is sent everything anew. */
export async function ifPastIsKnown<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof StatusError && reasons.includes(error.reason)) return undefined
    throw error
  }
}
