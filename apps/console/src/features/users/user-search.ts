import type { TimelinePart } from '@hearth/api'

/** In the order of their buttons. The router loads this before anybody is signed in, so it brings nothing along. */
export const timelineParts = [
  'sign-ins',
  'denials',
  'writes',
  'events',
  'devices',
  'team',
] as const satisfies readonly TimelinePart[]

/** What the address of a user's page says beside the user. */
export interface UserSearch {
  /** What of the timeline is shown; all of it without. */
  readonly part?: TimelinePart
}

export function readUserSearch({ part }: Record<string, unknown>): UserSearch {
  const known = timelineParts.find((one) => one === part)
  return known === undefined ? {} : { part: known }
}
