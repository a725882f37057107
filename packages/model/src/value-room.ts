import { MAX_DOCUMENT_BYTES } from './document-limits.ts'
import { invalidArgument } from './invalid-argument.ts'

/** Long texts have a complaint of their own, which names the property; they cost a reader next to nothing. */
const MAX_TEXT_LENGTH = 2 * MAX_DOCUMENT_BYTES

/**
 * The room that the values of one document may take while they are read, so that reading ends where the document is too large anyway.
 * Counts what is quick to count and never more than the size of the document (`document-size.ts`), a map or a list without anything in it
 * aside. Throws `invalid-argument`/`DOCUMENT_TOO_LARGE`.
 */
export class ValueRoom {
  #left = MAX_DOCUMENT_BYTES

  take(bytes: number): void {
    this.#left -= bytes
    if (this.#left < 0) throw tooLarge()
  }

  /** Whether as many bytes may still be taken. */
  check(bytes: number): void {
    if (bytes > this.#left) throw tooLarge()
  }

  /** For a text whose reading takes time. */
  checkText({ length }: string): void {
    if (length > MAX_TEXT_LENGTH) throw tooLarge()
  }
}

function tooLarge(): Error {
  const text = `A document or value is larger than ${MAX_DOCUMENT_BYTES} bytes.`
  return invalidArgument('DOCUMENT_TOO_LARGE', text)
}
