/** Waits for something, at most until the signal is aborted. What was waited for goes on by itself then. */
export async function untilAborted(wait: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const { promise: aborted, resolve } = Promise.withResolvers<void>()
  const end = (): void => resolve()
  signal.addEventListener('abort', end, { once: true })
  try {
    await Promise.race([wait, aborted])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
