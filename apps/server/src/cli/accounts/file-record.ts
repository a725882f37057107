import { StatusError } from '@hearth/model'

/** One user of a file, as text. */
export interface FileRecord {
  readonly text: string
  /** From 1. */
  readonly number: number
  /** The byte after it, where reading can go on. */
  readonly end: number
}

/** Where reading begins; `byte` 0 and `number` 0 at the beginning. */
export interface FilePosition {
  readonly byte: number
  readonly number: number
}

/** What a user takes in a file; the fields' own limits come to far less. */
const RECORD_BYTES_MAX = 256 * 1024

/** The bytes of the record that is being read, over the chunks of a file. */
export class RecordBytes {
  #parts: Buffer[] = []
  #length = 0

  /** Throws `invalid-argument`/`INVALID_FILE` for a record that no user is as long as. */
  add(part: Buffer, number: number): void {
    this.#length += part.length
    if (this.#length > RECORD_BYTES_MAX) throw invalidFile(`User ${number} is too long for one.`)
    if (part.length > 0) this.#parts.push(part)
  }

  get length(): number {
    return this.#length
  }

  take(): string {
    const text = Buffer.concat(this.#parts).toString('utf8')
    this.#parts = []
    this.#length = 0
    return text
  }
}

export function invalidFile(message: string): StatusError {
  return new StatusError('invalid-argument', 'INVALID_FILE', message)
}
