import type { ListedRequest } from '../../shared/requests/list-requests.ts'
import type { AppEvent, SignIn } from './queries/overview-queries.ts'

/** Something that happened in a project just now. `at` is milliseconds since the epoch. */
export type Happening =
  | { readonly kind: 'request'; readonly key: string; readonly at: number; readonly request: ListedRequest }
  | { readonly kind: 'sign-in'; readonly key: string; readonly at: number; readonly signIn: SignIn }
  | { readonly kind: 'event'; readonly key: string; readonly at: number; readonly event: AppEvent }

export const shownMax = 8
/** So many of each kind are shown whatever else happens: requests come by the hundred. */
const shownOfEach = 2

/** The newest of all, the newest first. */
export function happeningOf(
  requests: readonly ListedRequest[],
  signIns: readonly SignIn[],
  events: readonly AppEvent[],
): readonly Happening[] {
  const kinds: readonly (readonly Happening[])[] = [
    requests
      .slice(0, shownMax)
      .map((request) => ({ kind: 'request', key: `request/${request.id}`, at: Date.parse(request.time), request })),
    signIns.map((signIn) => ({ kind: 'sign-in', key: `sign-in/${signIn.id}`, at: Date.parse(signIn.at), signIn })),
    // When it arrived: what was offline reports later.
    events.map((event) => ({ kind: 'event', key: `event/${event.id}`, at: Date.parse(event.receivedAt), event })),
  ]
  const newestFirst = (one: Happening, other: Happening): number => other.at - one.at
  const sure = kinds.flatMap((kind) => kind.toSorted(newestFirst).slice(0, shownOfEach))
  const others = kinds.flatMap((kind) => kind.toSorted(newestFirst).slice(shownOfEach)).toSorted(newestFirst)
  return [...sure, ...others.slice(0, Math.max(0, shownMax - sure.length))].toSorted(newestFirst)
}

/** Whether a request stored the content of a file. */
export function isUpload({ service, operation, verdict }: ListedRequest): boolean {
  return service === 'files' && operation === 'create' && verdict === 'allowed'
}
