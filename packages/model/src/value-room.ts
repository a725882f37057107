import { invalidArgument } from './invalid-argument.ts'

export const MAX_DOCUMENT_BYTES = 1_048_576
/**
 * Those in maps and arrays included. Whoever reads, writes, indexes or judges a document goes through all of its values in one turn, and
 * 1 MiB has room for a million that say next to nothing.
 */
export const MAX_DOCUMENT_VALUES = 100_000

/**
 * The room that the values of one document may take while they are read, so that reading ends where the document is too large anyway.
 * Counts what is quick to count and never more than the size of the document (`document-size.ts`), a map or a list without anything in it
 * aside. Throws `invalid-argument`, `DOCUMENT_TOO_LARGE` or `TOO_MANY_VALUES`.
 */
export class ValueRoom {
  #left = MAX_DOCUMENT_BYTES
  #valuesLeft: number

  /** What is stored may have been written when there was no such limit. */
  constructor(valuesMax = MAX_DOCUMENT_VALUES) {
    this.#valuesLeft = valuesMax
  }

  countValue(): void {
    if (--this.#valuesLeft < 0) throw tooManyValues()
  }

  take(bytes: number): void {
    this.#left -= bytes
    if (this.#left < 0) throw tooLarge()
  }

  /** Whether as many bytes may still be taken. */
  check(bytes: number): void {
    if (bytes > this.#left) throw tooLarge()
  }

  /** For a text whose reading takes time. One that is a little too long has a complaint of its own, which names the property. */
  checkText({ length }: string): void {
    if (length > 2 * MAX_DOCUMENT_BYTES) throw tooLarge()
  }
}

function tooLarge(): Error {
  const text = `A document or value is larger than ${MAX_DOCUMENT_BYTES} bytes.`
  return invalidArgument('DOCUMENT_TOO_LARGE', text)
}

function tooManyValues(): Error {
  const text = `A document or value holds at most ${MAX_DOCUMENT_VALUES} values, those in its maps and arrays included.`
  return invalidArgument('TOO_MANY_VALUES', text)
}
