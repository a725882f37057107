/** Where a failing disk can be staged: before the writer's COMMIT and before a checkpoint. Only tests pass one. */
export interface Faults {
  beforeCommit(): void
  beforeCheckpoint(): void
}

const NONE = 0
const COMMIT = 0
const CHECKPOINT = 1

/** Result codes of SQLite that make a failure: https://www.sqlite.org/rescode.html */
export const faultCodes = { ioerrFsync: 1034, full: 13, corrupt: 11 } as const

/** A fault switch both threads see: the test arms it with a result code, the writer meets it once. */
export class FaultSwitch implements Faults {
  readonly memory: SharedArrayBuffer
  readonly #armed: Int32Array

  constructor(memory = new SharedArrayBuffer(8)) {
    this.memory = memory
    this.#armed = new Int32Array(memory)
  }

  failNextCommit(code: number): void {
    Atomics.store(this.#armed, COMMIT, code)
  }

  failNextCheckpoint(code: number): void {
    Atomics.store(this.#armed, CHECKPOINT, code)
  }

  beforeCommit(): void {
    this.#meet(COMMIT)
  }

  beforeCheckpoint(): void {
    this.#meet(CHECKPOINT)
  }

  #meet(place: number): void {
    const code = Atomics.exchange(this.#armed, place, NONE)
    if (code !== NONE) throw Object.assign(new Error(`staged failure ${code}`), { errcode: code })
  }
}
