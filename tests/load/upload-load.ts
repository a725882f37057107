/** A thread that keeps many uploads of 1 MiB under way until it is told to end; says when all have begun, and then what failed. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'

const { origin, uploads } = workerData as { origin: string; uploads: number }
if (parentPort === null) throw new Error('This is a thread of the bench of uploads.')
const content = randomBytes(1024 * 1024)
const ended = once(parentPort, 'message')
const ending = new AbortController()
void ended.then(() => ending.abort())
const running = Array.from({ length: uploads }, async (_, client) => {
  const url = `${origin}/v0/b/demo-app.appspot.com/o?name=beside-${client}`
  do {
    const answer = await fetch(url, { method: 'POST', body: content })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`an upload was answered with ${answer.status}`)
  } while (!ending.signal.aborted)
})
parentPort.postMessage('begun')
await ended
const results = await Promise.allSettled(running)
const failed = results.find((result) => result.status === 'rejected')
parentPort.postMessage(failed === undefined ? undefined : String(failed.reason))
