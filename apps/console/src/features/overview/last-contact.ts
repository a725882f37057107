import type { ListedRequest } from '../../shared/requests/list-requests.ts'
import type { LiveNews } from './queries/overview-queries.ts'

/** That an app reached the server. */
export interface Contact {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** The server's reason, where it said no to a call about accounts. */
  readonly refused: string | undefined
}

/** The last sign of an app, whatever it wanted and whether it got it; undefined where none is known. */
export function lastContactOf(
  request: ListedRequest | undefined,
  { signIns: [signIn], events: [event], lastCall }: LiveNews,
): Contact | undefined {
  const contacts = [
    { time: request?.time, refused: undefined },
    { time: signIn?.at, refused: undefined },
    { time: event?.receivedAt, refused: undefined },
    { time: lastCall?.at, refused: lastCall?.refused },
  ].flatMap(({ time, refused }) => (time === undefined ? [] : [{ at: Date.parse(time), refused }]))
  return contacts.toSorted((one, other) => other.at - one.at)[0]
}
