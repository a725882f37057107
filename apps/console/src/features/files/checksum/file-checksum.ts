/**
 * The MD5 of a file in base64, as metadata has it. It is summed up in a worker, so that the page goes on meanwhile; `undefined` where that
 * can't be done.
 */
export async function fileChecksum(file: File, signal: AbortSignal): Promise<string | undefined> {
  if (signal.aborted) return undefined
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const worker = new Worker(new URL('checksum-worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<string | undefined>) => resolve(data))
  worker.addEventListener('error', () => resolve(undefined))
  signal.addEventListener('abort', () => resolve(undefined), { once: true })
  worker.postMessage(file)
  try {
    return await promise
  } finally {
    worker.terminate()
  }
}
