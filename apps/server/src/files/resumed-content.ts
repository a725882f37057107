/**
 * What of a part is new: all but its first `knownBytes`. Undefined when nothing is. It begins to be read here, and throws the reason
 * of `stopped` once that is aborted, however long the client sends nothing.
 */
export async function resumedContent(
  part: AsyncIterable<Uint8Array>,
  knownBytes: number,
  stopped: AbortSignal,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const chunks = untilStopped(beyond(part, knownBytes), stopped)
  const first = await chunks.next()
  return first.done === true ? undefined : startingWith(first.value, chunks)
}

async function* beyond(part: AsyncIterable<Uint8Array>, knownBytes: number): AsyncGenerator<Uint8Array> {
  let knownLeft = knownBytes
  for await (const chunk of part) {
    const { byteLength } = chunk
    if (byteLength > knownLeft) yield knownLeft === 0 ? chunk : chunk.subarray(knownLeft)
    knownLeft = Math.max(0, knownLeft - byteLength)
  }
}

async function* startingWith(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  yield first
  yield* rest
}

async function* untilStopped(source: AsyncGenerator<Uint8Array>, stopped: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      const next = await orStopped(source.next(), stopped)
      if (next.done === true) return
      yield next.value
    }
  } finally {
    // Where the client still sends nothing this takes as long as its connection.
    source.return(undefined).catch(ignore)
  }
}

/** Not by `Promise.race`, which would keep every chunk of a long upload until the signal is gone. */
function orStopped<T>(work: Promise<T>, stopped: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const stop = (): void => reject(stopped.reason as Error)
  if (stopped.aborted) stop()
  else stopped.addEventListener('abort', stop, { once: true })
  work.then(resolve, reject).finally(() => stopped.removeEventListener('abort', stop))
  return promise
}

function ignore(): void {
  // The request that it came with is over.
}
