/** Microseconds since the epoch, and always above the generation it replaces. */
export function nextGeneration(nowMs: number, replaced: string | undefined): string {
  const now = BigInt(nowMs) * 1_000n
  const after = replaced === undefined ? 0n : BigInt(replaced) + 1n
  return String(now > after ? now : after)
}
