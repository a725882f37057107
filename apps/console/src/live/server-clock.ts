import { serverTimeOf } from '../api/server-time.ts'
import { keep, readKept } from '../firebase/kept-storage.ts'

/** By this part of the time that passes a machine counts too fast at most: a thousandth is ten times what the worst clocks do. */
const driftMax = 0.001

const heardKey = 'hearth.server-time'

/**
 * What is known of the server's clock without asking it, also while it is away. What this machine holds for the time of day has no part in it:
 * that may be wrong by any amount.
 */
export class ServerClock {
  /** The server's time of the last answer that this page had, and when that came, as `performance.now()` counts. */
  #heard: { readonly time: number; readonly at: number } | undefined

  hear(response: Response): void {
    const time = serverTimeOf(response)
    if (time === undefined) return
    this.#heard = { time, at: performance.now() }
    keep(heardKey, String(time))
  }

  /**
   * A time that the server's clock has passed, in milliseconds since the epoch: not long ago where this page heard the server, otherwise when
   * another page of this browser did. Undefined where none did.
   */
  get passed(): number | undefined {
    if (this.#heard !== undefined) {
      const { time, at } = this.#heard
      return time + Math.floor((performance.now() - at) * (1 - driftMax))
    }
    const kept = Number(readKept(heardKey))
    return kept > 0 ? kept : undefined
  }
}

/** The page has one server. */
export const serverClock = new ServerClock()
