import type { Log } from '../ambient.ts'
import type { Projects } from '../projects/projects.ts'

const firstAfterMsDefault = 60_000
const everyMs = 60 * 60_000

interface SweepsOptions {
  readonly projects: Pick<Projects, 'list'>
  readonly log: Log
  /** Whether the clock is believed; a round in which it is not passes. */
  readonly sweepsMayRun: () => boolean
  readonly firstAfterMs?: number
}

/**
 * Clears up, a minute after the start unless told, then an hour apart, one project after the other. `what` is cleared up, in the words of
 * the log. Returns what stops it; that waits for the project it is at.
 */
export function startSweeps(
  what: string,
  sweep: (project: string) => Promise<unknown>,
  { projects, log, sweepsMayRun, firstAfterMs = firstAfterMsDefault }: SweepsOptions,
): () => Promise<void> {
  let isStopped = false
  let sweeping = Promise.resolve()
  const sweepAll = async (): Promise<void> => {
    for (const { id } of await projects.list()) {
      if (isStopped || !sweepsMayRun()) return
      await sweep(id).catch((err: unknown) =>
        log.error({ err, project: id }, `the ${what} of a project could not be swept`),
      )
    }
  }
  const round = (): void => {
    sweeping = sweepAll().catch((err: unknown) => log.error({ err }, `the ${what} could not be swept`))
    timer = setTimeout(round, everyMs).unref()
  }
  let timer = setTimeout(round, firstAfterMs).unref()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await sweeping
  }
}
