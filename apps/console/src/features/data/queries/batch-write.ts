import * as z from 'zod/mini'
import { documentsRoot } from '../../../documents/values/wire-value.ts'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import type { Write } from './commit.ts'

/** Every write is its own: so many go with one request. */
export const batchSize = 200

const answer = z.object({
  status: z.array(z.object({ code: z.optional(z.number()), message: z.optional(z.string()) })),
})

export interface WriteOutcome {
  /** A number of google.rpc.Code; 0 for what was written. */
  readonly code: number
  readonly message: string
}

/** google.rpc.Code: there is a document already. */
export const alreadyExists = 6

/** Writes at most 200, each for itself: one that fails stops no other. The outcomes are in the order of the writes. */
export async function batchWrite(
  project: ProjectSession,
  writes: readonly Write[],
  signal: AbortSignal,
): Promise<readonly WriteOutcome[]> {
  if (writes.length === 0) return []
  project.noteUse()
  const { status }: z.infer<typeof answer> = await project.call({
    method: 'POST',
    path: `/v1/${documentsRoot(encodeURIComponent(project.id))}:batchWrite`,
    body: { writes },
    signal,
    answer,
  })
  return status.map(({ code = 0, message = '' }) => ({ code, message }))
}
