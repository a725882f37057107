import { connection } from './connection.ts'

const firstPauseMs = 1000
const maxPauseMs = 30_000

/**
 * Resolves when it is worth asking again what got no answer: once the server answers; after pauses that grow with the number of failures
 * when it answered other questions all along.
 */
export async function afterInterruption(failures: number): Promise<void> {
  await connection.probe()
  if (connection.getSnapshot().status !== 'live') return await connection.whenLive()
  await new Promise((resolve) => {
    setTimeout(resolve, Math.min(firstPauseMs * 2 ** failures, maxPauseMs))
  })
}
