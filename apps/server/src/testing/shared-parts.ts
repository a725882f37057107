import type { SharedParts } from '../compose/build-context.ts'
import { type KeyPair, makeKeyPair } from '../identity/tokens/make-key-pair.ts'
import { defaultLimits } from '../persistence/sqlite/sqlite-limits.ts'
import { WriterThread } from '../persistence/sqlite/writer-thread.ts'

/** No test has as many keys at once. */
const PAIRS = 64
const pairs: Promise<KeyPair>[] = []
let given = 0

/**
 * What all servers of a test's process have in common: to begin a thread and to make a key take longer than the rest of a server's start,
 * and a password of a test is no secret. A test of one of them leaves it out.
 */
export const sharedParts: Required<Omit<SharedParts, 'alertRoundMs'>> = {
  writer: new WriterThread({}, defaultLimits),
  passwordCost: { memoryCost: 1024, timeCost: 1 },
  // In turn, so that those of one test differ.
  makeKeyPair: () => (pairs[given++ % PAIRS] ??= makeKeyPair()),
}
