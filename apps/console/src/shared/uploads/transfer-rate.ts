interface Sample {
  readonly atMs: number
  readonly bytes: number
}

/** Long enough to be calm, short enough to follow a line that slows down. */
const windowMs = 5000
/** Chunks come in bursts; less than this says nothing yet. */
const leastMs = 400

/** How fast bytes go over, measured over the last seconds. */
export class TransferRate {
  #samples: Sample[] = []

  /** Says how many bytes had gone over at a moment. Fewer than before means that the server had not kept the last ones. */
  note(atMs: number, bytes: number): void {
    const last = this.#samples.at(-1)
    if (last !== undefined && bytes < last.bytes) this.#samples = []
    this.#samples.push({ atMs, bytes })
    while (this.#samples.length > 2 && atMs - (this.#samples[0]?.atMs ?? atMs) > windowMs) this.#samples.shift()
  }

  /** Bytes a second; `undefined` while too little is known. */
  get(): number | undefined {
    const first = this.#samples[0]
    const last = this.#samples.at(-1)
    if (first === undefined || last === undefined || last.atMs - first.atMs < leastMs) return undefined
    return ((last.bytes - first.bytes) * 1000) / (last.atMs - first.atMs)
  }

  /** After a pause the time before it doesn't count. */
  forget(): void {
    this.#samples = []
  }
}
