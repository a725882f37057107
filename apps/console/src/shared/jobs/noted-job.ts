import * as api from '@hearth/api'
import { callApi } from '../../backend/api/call-api.ts'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import type { JobOrder } from './job.ts'
import { withRetries } from './with-retries.ts'

/**
 * What is done with many at once, for the project's audit log. `target` is the path of a collection or a document, '' for the whole database; of
 * users nothing.
 */
export type BulkAct = Readonly<Pick<api.BulkAct, 'act' | 'target' | 'database'>>

interface Counts {
  through: number
  refused: number
}

/** A job that the project's audit log tells of, when it begins and when it is over. */
export function notedJob(project: ProjectSession, act: BulkAct, order: JobOrder): JobOrder {
  return {
    ...order,
    run: (progress) =>
      whileNoted(project, act, progress.signal, (count) =>
        order.run({
          ...progress,
          advance(done, problems = [], kept = 0, inDoubt = 0) {
            count.through += done - problems.length - kept - inDoubt
            count.refused += problems.length
            progress.advance(done, problems, kept, inDoubt)
          },
        }),
      ),
  }
}

/**
 * Does something with many, which the project's audit log tells of. What can't be written down first is not done. That it is over is written
 * down as far as the server can be reached.
 *
 * @param signal of a job, which waits for the server and may be cancelled; undefined for what somebody waits for
 * @param work counts what it is through with, and what was refused
 */
export async function whileNoted<Result>(
  project: ProjectSession,
  act: BulkAct,
  signal: AbortSignal | undefined,
  work: (count: Counts) => Promise<Result>,
): Promise<Result> {
  const tell = async (told: api.BulkAct): Promise<void> => {
    if (signal === undefined) await note(project, told)
    else await withRetries(() => note(project, told), signal)
  }
  await tell({ ...act, state: 'begun' })
  const count: Counts = { through: 0, refused: 0 }
  const end = async (state: 'done' | 'failed'): Promise<void> => {
    const stated = { ...act, state: signal?.aborted === true ? 'cancelled' : state, ...count } as const
    // That it began is known: what was done is no failure for want of its end.
    await tell(stated).catch(() => undefined)
  }
  try {
    const result = await work(count)
    await end('done')
    return result
  } catch (thrown) {
    await end('failed')
    throw thrown
  }
}

async function note(project: ProjectSession, body: api.BulkAct): Promise<void> {
  await callApi(api.noteBulkAct, { project: project.id, body }, project)
}
