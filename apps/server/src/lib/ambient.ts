import { randomBytes } from 'node:crypto'
import { uptime } from 'node:os'

/** Time, randomness and the log come through here, so that tests decide them. */
export interface Clock {
  /** Milliseconds since the epoch. */
  nowMs(): number
  /** Milliseconds since some moment, on a clock that nobody sets. A clock without one is believed whatever it shows. */
  readonly steadyMs?: () => number
}

export interface Random {
  bytes(count: number): Buffer
}

/** Where services and protocols report what an operator should read; never a secret, a token or a document's content. */
export interface Log {
  info(fields: Readonly<Record<string, unknown>>, message: string): void
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
  error(fields: Readonly<Record<string, unknown>>, message: string): void
}

/** What every part of the server is given. */
export interface Ambient {
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

/** Since the machine was started. That goes on while it sleeps, which `performance.now()` does not, so that waking up is no jump of the clock. */
export const systemClock: Clock = { nowMs: () => Date.now(), steadyMs: () => uptime() * 1000 }

/** For how long something lasts while this process runs. A clock that is moved by nobody but a test is steady by itself. */
export function steadyMs(clock: Clock): number {
  return clock.steadyMs?.() ?? clock.nowMs()
}

export const systemRandom: Random = { bytes: (count) => randomBytes(count) }
