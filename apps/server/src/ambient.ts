import { randomBytes } from 'node:crypto'

/** Time, randomness and the log come through here, so that tests decide them. */
export interface Clock {
  /** Milliseconds since the epoch. */
  nowMs(): number
  /** Milliseconds since some moment; they only ever grow, at the pace of time, whatever is done to the wall clock. */
  steadyMs?(): number
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

/** What every part of the house is given. */
export interface Ambient {
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

export const systemClock: Clock = { nowMs: () => Date.now(), steadyMs: () => performance.now() }

/** For how long something lasts while this process runs. A clock that is moved by nobody but a test is steady by itself. */
export function steadyMs(clock: Clock): number {
  return clock.steadyMs?.() ?? clock.nowMs()
}

export const systemRandom: Random = { bytes: (count) => randomBytes(count) }
