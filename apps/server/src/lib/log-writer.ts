import { write, writeSync } from 'node:fs'

/** Characters that wait for a reader; lines beyond them are left out, and counted. */
const DEFAULT_HELD_LENGTH_MAX = 1024 * 1024
/** Characters that are worth a system call at once. */
const BATCH_LENGTH_MIN = 8 * 1024
const RETRY_MS = 100
/** A reader that takes nothing delays the end of the process by no more than this. */
const LAST_TRIES = 10
const LAST_RETRY_MS = 20

/**
 * Writes lines to a descriptor, many at a time, and never waits for who reads them: nobody may, or slowly, or no more. The descriptor of a pipe
 * has to be one that doesn't block.
 */
export class LogWriter {
  readonly #fd: number
  readonly #lossLine: (count: number) => string
  readonly #heldLengthMax: number
  #held = ''
  /** What is being written, or is to be tried again. */
  #batch: Buffer | undefined
  #isWriting = false
  #lost = 0

  /** `lossLine` is the line that says how many were left out; it stands in their place, before the next one there is room for. */
  constructor(fd: number, lossLine: (count: number) => string, heldLengthMax = DEFAULT_HELD_LENGTH_MAX) {
    this.#fd = fd
    this.#lossLine = lossLine
    this.#heldLengthMax = heldLengthMax
  }

  /** Takes whole lines, each with its end. */
  write(lines: string): void {
    if (this.#held.length + lines.length > this.#heldLengthMax) {
      this.#lost += lineCount(lines)
      return
    }
    if (this.#lost > 0) {
      this.#held += this.#lossLine(this.#lost)
      this.#lost = 0
    }
    this.#held += lines
    if (this.#held.length >= BATCH_LENGTH_MIN) this.flush()
  }

  /** Starts to write what is held, unless a write is under way: that goes on with it. */
  flush(): void {
    if (this.#batch !== undefined) return
    this.#batch = this.#nextBatch()
    if (this.#batch !== undefined) this.#writeBatch(this.#batch)
  }

  /** Writes what is left before the process ends; what the reader doesn't take within a moment is lost. */
  flushNow(): void {
    let left = this.#isWriting ? this.#nextBatch() : (this.#batch ?? this.#nextBatch())
    let triesLeft = LAST_TRIES
    while (left !== undefined && triesLeft > 0) {
      const batch = left
      try {
        const rest = batch.subarray(writeSync(this.#fd, batch))
        left = rest.length > 0 ? rest : this.#nextBatch()
      } catch (error) {
        if (!isBusy(error)) {
          this.#lost += lineCount(batch.toString())
          return
        }
        triesLeft -= 1
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LAST_RETRY_MS)
      }
    }
  }

  #nextBatch(): Buffer | undefined {
    if (this.#held === '') return undefined
    const batch = Buffer.from(this.#held)
    this.#held = ''
    return batch
  }

  #writeBatch(batch: Buffer): void {
    this.#isWriting = true
    write(this.#fd, batch, (error, written) => {
      this.#isWriting = false
      if (error !== null && isBusy(error)) {
        setTimeout(() => this.#writeBatch(batch), RETRY_MS).unref()
        return
      }
      // A reader that is gone is no reason to stop serving, and a full disk may have room again for what comes next.
      const rest = error === null ? batch.subarray(written) : undefined
      if (rest !== undefined && rest.length > 0) {
        this.#batch = rest
        this.#writeBatch(rest)
        return
      }
      if (error !== null) this.#lost += lineCount(batch.toString())
      this.#batch = undefined
      if (this.#held.length >= BATCH_LENGTH_MIN) this.flush()
    })
  }
}

function isBusy(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'EAGAIN' || code === 'EINTR'
}

function lineCount(lines: string): number {
  return lines.split('\n').length - 1
}
