import { GROWN_BYTES_MAX } from './grow.ts'
import type { InputRecord } from './input-record.ts'
import type { Watchpost } from './watched-run.ts'

const HEAD_BYTES = 16

/**
 * One thread writes here which input it is at and since when, another reads it: a thread that hangs or has run out of
 * memory can't say so itself. Layout: the start in milliseconds (8 bytes, 0 between inputs), the length (4), the input.
 */
export class SharedWatchpost implements Watchpost {
  readonly memory: SharedArrayBuffer
  readonly #startedAt: Float64Array
  readonly #length: Int32Array
  readonly #bytes: Uint8Array
  readonly #record: InputRecord | undefined

  constructor(memory = new SharedArrayBuffer(HEAD_BYTES + GROWN_BYTES_MAX), record?: InputRecord) {
    this.memory = memory
    this.#record = record
    this.#startedAt = new Float64Array(memory, 0, 1)
    this.#length = new Int32Array(memory, 8, 1)
    this.#bytes = new Uint8Array(memory, HEAD_BYTES)
  }

  begin(input: Buffer): void {
    this.#record?.write(input)
    this.#bytes.set(input)
    this.#length[0] = input.length
    this.#startedAt[0] = Date.now()
  }

  end(): void {
    this.#startedAt[0] = 0
  }

  /** How long the present input runs; 0 between inputs. */
  get ms(): number {
    const startedAt = this.#startedAt[0] ?? 0
    return startedAt === 0 ? 0 : Date.now() - startedAt
  }

  /** How long the present input is. */
  get bytes(): number {
    return this.#length[0] ?? 0
  }

  get input(): Buffer {
    return Buffer.from(this.#bytes.slice(0, this.#length[0]))
  }
}
