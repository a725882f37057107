import { HearthError } from '../../../backend/api/hearth-error.ts'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { exchangeTexts } from '../../../texts/en/data-exchange.ts'
import type { WriteOutcome } from './batch-write.ts'

/** google.rpc.Code: https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto */
const codes: Readonly<Record<number, string>> = {
  1: 'cancelled',
  3: 'invalid-argument',
  4: 'deadline-exceeded',
  5: 'not-found',
  6: 'already-exists',
  7: 'permission-denied',
  8: 'resource-exhausted',
  9: 'failed-precondition',
  10: 'aborted',
  11: 'out-of-range',
  12: 'unimplemented',
  13: 'internal',
  14: 'unavailable',
  15: 'data-loss',
  16: 'unauthenticated',
}

/** Why one of many writes was refused, in the language of the page; with what the server said, which names the value. */
export function refusalOf({ code, message }: WriteOutcome): string {
  const refused = new HearthError({ code: codes[code] ?? 'unknown', reason: '', message })
  return message === '' ? messageOf(refused) : exchangeTexts.refusal(messageOf(refused), message)
}
