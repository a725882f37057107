import { type Clock, steadyMs } from './ambient.ts'

/** How long somebody waits, counted from the first time that it is asked about: most never wait, and asking for the time has its price. */
export class Deadline {
  readonly #clock: Clock
  readonly #lastsMs: number
  #endMs: number | undefined

  constructor(clock: Clock, lastsMs: number) {
    this.#clock = clock
    this.#lastsMs = lastsMs
  }

  /** 0 when it is over. */
  leftMs(): number {
    const nowMs = steadyMs(this.#clock)
    this.#endMs ??= nowMs + this.#lastsMs
    return Math.max(0, this.#endMs - nowMs)
  }
}
