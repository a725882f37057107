import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const LOOK_EVERY_MS_DEFAULT = 5_000
/** Of the time since the last look, so much was work at most: then nobody waits for the collection, which takes some tens of milliseconds. */
const QUIET_SHARE = 0.1
/** Less garbage than this is not worth it. */
const WORTH_BYTES = 32 * 1024 * 1024

/**
 * Gives memory back after a burst. V8 collects when it needs room, so a server that has nothing to do any more would hold its garbage for ever.
 * Looks every five seconds, and collects when the thread was idle and holds much more than it kept after the last time. Returns what stops it.
 */
export function startQuietCollection({ lookEveryMs = LOOK_EVERY_MS_DEFAULT } = {}): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let keptBytes = heldBytes()
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization > QUIET_SHARE || heldBytes() < keptBytes + WORTH_BYTES) return
    collect()
    keptBytes = heldBytes()
  }, lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}

function heldBytes(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
