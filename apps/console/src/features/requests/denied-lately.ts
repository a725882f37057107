const hourMs = 60 * 60_000
/** Requests are written down a moment after they were decided. */
const overlapMs = 10_000

/** How many requests were denied in the last hour, kept up by asking for what came since; ids are microseconds since the epoch. */
export class DeniedLately {
  readonly #ids = new Set<string>()
  #askedAt: number | undefined

  /** What came after this id is to be asked for. Times are milliseconds of the server's clock. */
  after(nowMs: number): string {
    const since = Math.max(nowMs - hourMs, (this.#askedAt ?? 0) - overlapMs)
    return String(since * 1000)
  }

  /** Takes an answer, and says how many there are now. */
  take(ids: readonly string[], nowMs: number): number {
    this.#askedAt = nowMs
    for (const id of ids) this.#ids.add(id)
    for (const id of this.#ids) if (Number(id) < (nowMs - hourMs) * 1000) this.#ids.delete(id)
    return this.#ids.size
  }
}
