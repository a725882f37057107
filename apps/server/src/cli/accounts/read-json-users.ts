import { createReadStream } from 'node:fs'
import { StatusError } from '@hearth/model'
import { type FilePosition, type FileRecord, invalidFile, RecordBytes } from './file-record.ts'

const byteOf = (character: string): number => character.charCodeAt(0)
const [quote, backslash, comma, colon] = [byteOf('"'), byteOf('\\'), byteOf(','), byteOf(':')]
const [openBrace, closeBrace, openBracket, closeBracket] = [byteOf('{'), byteOf('}'), byteOf('['), byteOf(']')]

/**
 * The users of `{"users": [{…}, …]}`, each as the text of its JSON object, without holding more than one of them. Other members of the
 * outer object are passed over. `from` is the end of a user that was read before. Throws `invalid-argument`/`INVALID_FILE` for what is
 * no such file, and `data-loss`/`FILE_INCOMPLETE` at the end of one that was cut.
 */
export async function* readJsonUsers(file: string, from: FilePosition): AsyncGenerator<FileRecord> {
  const scan = new UserScan(from.byte > 0)
  const bytes = new RecordBytes()
  let { byte: chunkAt, number } = from
  for await (const chunk of createReadStream(file, { start: from.byte }) as AsyncIterable<Buffer>) {
    let start = 0
    for (let at = 0; at < chunk.length; at++) {
      const event = scan.take(chunk[at] ?? 0)
      if (event === 'between') continue
      if (event === 'begin') start = at
      else if (event === 'end') {
        number++
        bytes.add(chunk.subarray(start, at + 1), number)
        yield { text: bytes.take(), number, end: chunkAt + at + 1 }
      } else if (event === 'misplaced') throw invalidFile(`There is no object where user ${number + 1} should be.`)
    }
    if (scan.isInUser) bytes.add(chunk.subarray(start), number + 1)
    chunkAt += chunk.length
  }
  if (scan.isWhole) return
  if (!scan.hasUsers) throw invalidFile(`${file} has no list "users", as an export has.`)
  throw new StatusError('data-loss', 'FILE_INCOMPLETE', `${file} ends within its users: it was cut.`)
}

/** Where in the file a byte is. Knows strings and nesting; whether an object is JSON is seen when it is parsed. */
class UserScan {
  #place: 'before' | 'users' | 'user' | 'after'
  #depth = 0
  #isString = false
  #isEscaped = false
  /** Of the string under way or the last one at the outer object's level. */
  #text = ''
  /** The last member name was `users`, and its value follows. */
  #isNext = false

  /** `isWithin`: the first byte follows a user. */
  constructor(isWithin: boolean) {
    this.#place = isWithin ? 'users' : 'before'
  }

  get isInUser(): boolean {
    return this.#place === 'user'
  }

  get hasUsers(): boolean {
    return this.#place !== 'before'
  }

  get isWhole(): boolean {
    return this.#place === 'after'
  }

  take(byte: number): 'between' | 'begin' | 'within' | 'end' | 'misplaced' {
    switch (this.#place) {
      case 'before':
        this.#seek(byte)
        return 'between'
      case 'after':
        return 'between'
      case 'users':
        return this.#next(byte)
      case 'user':
        this.#nest(byte)
        if (this.#depth > 0) return 'within'
        this.#place = 'users'
        return 'end'
    }
  }

  #next(byte: number): 'between' | 'begin' | 'misplaced' {
    if (byte === openBrace) {
      this.#place = 'user'
      this.#depth = 1
      return 'begin'
    }
    if (byte === closeBracket) this.#place = 'after'
    else if (byte > 32 && byte !== comma) return 'misplaced'
    return 'between'
  }

  #seek(byte: number): void {
    if (this.#isNext && byte === openBracket) {
      this.#place = 'users'
      return
    }
    if (this.#depth === 1 && !this.#isString) {
      if (byte === quote) this.#text = ''
      else if (byte === colon) this.#isNext = this.#text === 'users'
      else if (byte > 32) this.#isNext = false
    } else if (this.#depth === 1 && byte !== quote && this.#text.length < 8) {
      this.#text += String.fromCharCode(byte)
    }
    this.#nest(byte)
  }

  #nest(byte: number): void {
    if (this.#isString) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === backslash) this.#isEscaped = true
      else if (byte === quote) this.#isString = false
    } else if (byte === quote) this.#isString = true
    else if (byte === openBrace || byte === openBracket) this.#depth++
    else if (byte === closeBrace || byte === closeBracket) this.#depth--
  }
}
