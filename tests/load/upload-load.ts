/**
 * A thread that keeps many uploads of 1 MiB under way until it is told to end; says when all have begun, and then how many were
 * stored (`uploaded`) and what failed (`failure`).
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'

const { upload, uploads } = workerData as { upload: string; uploads: number }
let uploaded = 0
if (parentPort === null) throw new Error('This is a thread of the bench of uploads.')
const content = randomBytes(1024 * 1024)
const ended = once(parentPort, 'message')
const ending = new AbortController()
void ended.then(() => ending.abort())
const running = Array.from({ length: uploads }, async (_, client) => {
  const url = `${upload}?name=beside-${client}`
  do {
    const answer = await fetch(url, { method: 'POST', body: content })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`an upload was answered with ${answer.status}`)
    uploaded += 1
  } while (!ending.signal.aborted)
})
parentPort.postMessage('begun')
await ended
const results = await Promise.allSettled(running)
const failed = results.find((result) => result.status === 'rejected')
parentPort.postMessage({ uploaded, failure: failed === undefined ? undefined : String(failed.reason) })
