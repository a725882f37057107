import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { StatusError } from '@hearth/model'

/** A document has at most 1 MiB; a value of one byte has up to 23 bytes of typed JSON, and names of its own. */
const LINE_BYTES_MAX = 64 * 1024 * 1024

export interface ReadLine {
  readonly text: string
  /** What the file has, the line break left out. */
  readonly bytes: Uint8Array
  readonly number: number
  /** The byte after the line. */
  readonly end: number
}

/**
 * The lines of a file that are complete, from a byte on. What follows the last line break is not given: it may be cut.
 * Throws `invalid-argument`/`INVALID_LINE` for a line that no document is as long as, or that is not UTF-8.
 */
export async function* readLines(file: string, from: { byte: number; number: number }): AsyncGenerator<ReadLine> {
  let { byte: end, number } = from
  let rest: Buffer[] = []
  let restBytes = 0
  for await (const chunk of createReadStream(file, { start: end }) as AsyncIterable<Buffer>) {
    let start = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, start)) {
      const line = Buffer.concat([...rest, chunk.subarray(start, at)])
      rest = []
      restBytes = 0
      start = at + 1
      end += line.length + 1
      number++
      yield { text: decode(line, number), bytes: line, number, end }
    }
    rest.push(chunk.subarray(start))
    restBytes += chunk.length - start
    if (restBytes > LINE_BYTES_MAX) {
      throw new StatusError('invalid-argument', 'INVALID_LINE', `Line ${number + 1} is too long for a document.`)
    }
  }
}

function decode(line: Buffer, number: number): string {
  // Otherwise what is no text would be imported as another text.
  if (!isUtf8(line)) throw new StatusError('invalid-argument', 'INVALID_LINE', `Line ${number} is not UTF-8.`)
  return line.toString('utf8')
}
