import type { SharedParts } from '../compose/build-context.ts'
import { defaultLimits } from '../persistence/sqlite/sqlite-limits.ts'
import { WriterThread } from '../persistence/sqlite/writer-thread.ts'

/**
 * What all servers of a test's process have in common: to begin a thread takes longer than the rest of a server's start, and a password of
 * a test is no secret. A test of either leaves it out.
 */
export const sharedParts: Required<SharedParts> = {
  writer: new WriterThread({}, defaultLimits),
  passwordCost: { memoryCost: 1024, timeCost: 1 },
}
