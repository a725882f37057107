import { constants, PerformanceObserver } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { startQuietCollection } from './quiet-collection.ts'

/** 64 MiB that nobody holds. */
function makeGarbage(): WeakRef<object> {
  return new WeakRef(Array.from({ length: 8 * 1024 * 1024 }, (_, index) => index + 0.5))
}

/** Takes what earlier tests of this process left: it would count as held, and go on its own. */
function collectBefore(): void {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
}

interface Collection {
  readonly detail?: { readonly flags?: number }
}

/** Resolves with the first collection that somebody asked for; V8's own are not meant. */
function whenCollected(): Promise<void> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      const isForced = list
        .getEntries()
        .some((entry) => ((entry as Collection).detail?.flags ?? 0) & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED)
      if (!isForced) return
      observer.disconnect()
      resolve()
    })
    observer.observe({ entryTypes: ['gc'] })
  })
}

it('collects what nobody holds once the thread is idle', async () => {
  collectBefore()
  // Long looks: on a busy machine even a timer takes some tens of milliseconds.
  const stop = startQuietCollection({ lookEveryMs: 500 })
  const collected = whenCollected()
  let garbage = makeGarbage()
  // V8 may take it on its own, and then there is nothing to ask for.
  const more = setInterval(() => {
    garbage = makeGarbage()
  }, 5_000)
  await collected
  clearInterval(more)
  stop()
  expect(garbage.deref()).toBeUndefined()
})
