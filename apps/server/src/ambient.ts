/** Time, randomness and ids come through here, so that tests decide them. */
export interface Clock {
  /** Milliseconds since the epoch. */
  nowMs(): number
}

export interface Random {
  bytes(count: number): Buffer
}
