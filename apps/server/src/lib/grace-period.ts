/** How long something that was deleted can be taken back. Kept with it, so that it goes on where a server that was stopped left it. */
export interface GracePeriod {
  /** When it was deleted; milliseconds since the epoch, for people to read. */
  readonly since: number
  /** Up to when time was counted, and how much; milliseconds. */
  readonly countedUntil: number
  readonly countedMs: number
}

/**
 * What counts at most between two looks. A clock that is put forward, or was wrong when the server started, takes no more than this from anybody; nor
 * does the time in which the server was off.
 */
export const STEP_MS_MAX = 24 * 60 * 60_000

export function beginGracePeriod(nowMs: number): GracePeriod {
  return { since: nowMs, countedUntil: nowMs, countedMs: 0 }
}

/** With the time since the last look. A clock that is put back takes nothing and gives nothing; one that is not believed changes nothing. */
export function countOn(
  period: GracePeriod,
  nowMs: number,
  { isBelieved = true }: { readonly isBelieved?: boolean } = {},
): GracePeriod {
  if (!isBelieved) return period
  const { since, countedUntil, countedMs } = period
  const passed = Math.min(Math.max(0, nowMs - countedUntil), STEP_MS_MAX)
  return { since, countedUntil: nowMs, countedMs: countedMs + passed }
}

/** How much of `wholeMs` is left; 0 when it is over. */
export function leftMs(period: GracePeriod, wholeMs: number, nowMs: number): number {
  return Math.max(0, wholeMs - countOn(period, nowMs).countedMs)
}
