import type { Random } from '../lib/ambient.ts'

/** Names for requests: short, unique in this run of the process and, by their beginning, among runs. Not a secret. */
export function createRequestIds(random: Random): () => string {
  const run = random.bytes(5).toString('hex')
  let count = 0
  return () => `${run}-${(++count).toString(36)}`
}
