import type { Log } from '../lib/ambient.ts'
import type { Projects } from '../projects/projects.ts'

const FIRST_AFTER_MS_DEFAULT = 60_000
export const HOUSE_EVERY_MS = 60 * 60_000

interface SweepsOptions {
  readonly projects: Pick<Projects, 'list'>
  readonly log: Log
  /** Whether the clock is believed; a round in which it is not passes. */
  readonly sweepsMayRun: () => boolean
  readonly firstAfterMs?: number
}

/**
 * Runs `round`, a minute after the start unless told, then an hour apart. `what` is cleared up, in the words of the log. Returns what stops it; that
 * waits for the round under way, which asks `isStopped`.
 */
export function startRounds(
  what: string,
  round: (isStopped: () => boolean) => Promise<void>,
  { log, firstAfterMs = FIRST_AFTER_MS_DEFAULT }: { readonly log: Log; readonly firstAfterMs?: number },
): () => Promise<void> {
  let isStopped = false
  let running = Promise.resolve()
  const run = (): void => {
    running = round(() => isStopped).catch((err: unknown) => log.error({ err }, `the ${what} could not be swept`))
    timer = setTimeout(run, HOUSE_EVERY_MS).unref()
  }
  let timer = setTimeout(run, firstAfterMs).unref()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await running
  }
}

/** As `startRounds`, one project after the other. */
export function startSweeps(
  what: string,
  sweep: (project: string) => Promise<unknown>,
  { projects, sweepsMayRun, ...times }: SweepsOptions,
): () => Promise<void> {
  const { log } = times
  const sweepAll = async (isStopped: () => boolean): Promise<void> => {
    for (const { id } of await projects.list()) {
      if (isStopped() || !sweepsMayRun()) return
      await sweep(id).catch((err: unknown) =>
        log.error({ err, project: id }, `the ${what} of a project could not be swept`),
      )
    }
  }
  return startRounds(what, sweepAll, times)
}
