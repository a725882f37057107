/** Times as long as the known work that one round of the event loop may take: some 100 ms where this was set. */
export const roundsMax = 40

/**
 * The longest round of this thread's event loop while `work` goes on, in units of a known piece of work. It counts the thread's own CPU time, so
 * that whatever else runs on the machine takes no part.
 */
export async function longestRound(work: () => Promise<unknown>): Promise<number> {
  const unit = Math.min(...Array.from({ length: 5 }, knownWorkMicros))
  let longest = 0
  let isOver = false
  let beganAt = threadMicros()
  const note = (): void => {
    longest = Math.max(longest, threadMicros() - beganAt)
    beganAt = threadMicros()
    if (!isOver) setImmediate(note)
  }
  setImmediate(note)
  await work()
  isOver = true
  return longest / unit
}

function knownWorkMicros(): number {
  const beganAt = threadMicros()
  JSON.parse(JSON.stringify(Array.from({ length: 20_000 }, (_, index) => ({ key: `key-${index}` }))))
  return threadMicros() - beganAt
}

function threadMicros(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}
