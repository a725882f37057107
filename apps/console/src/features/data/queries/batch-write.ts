import * as z from 'zod/mini'
import { documentsUrl, type ProjectDatabase } from '../../../documents/project-database.ts'
import type { Write } from '../../../documents/commit.ts'

/** Every write is its own: so many go with one request. */
export const batchSize = 200

const answer = z.object({
  status: z.array(z.object({ code: z.optional(z.number()), message: z.optional(z.string()) })),
  writeResults: z.optional(z.array(z.object({ updateTime: z.optional(z.string()) }))),
})

export interface WriteOutcome {
  /** A number of google.rpc.Code; 0 for what was written. */
  readonly code: number
  readonly message: string
  /** Since when the document is as it was written; RFC 3339. */
  readonly updateTime?: string | undefined
}

/** google.rpc.Code: the document is not the one that the write is for. */
export const failedPrecondition = 9

/**
 * Writes at most 200, each for itself: one that fails stops no other. The outcomes are in the order of the writes. It can't be stopped: what
 * was sent may be written, and somebody has to know.
 */
export async function batchWrite(
  database: ProjectDatabase,
  writes: readonly Write[],
): Promise<readonly WriteOutcome[]> {
  if (writes.length === 0) return []
  const { project } = database
  project.noteUse()
  const { status, writeResults = [] }: z.infer<typeof answer> = await project.call({
    method: 'POST',
    path: `${documentsUrl(database)}:batchWrite`,
    body: { writes },
    answer,
  })
  return status.map(({ code = 0, message = '' }, at) => ({ code, message, updateTime: writeResults[at]?.updateTime }))
}
