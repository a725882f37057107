import { createReadStream } from 'node:fs'
import { StatusError } from '@hearth/model'

/** A document has at most 1 MiB; its typed JSON is some times longer. */
const LINE_BYTES_MAX = 16 * 1024 * 1024

export interface ReadLine {
  readonly text: string
  readonly number: number
  /** The byte after the line. */
  readonly end: number
}

/**
 * The lines of a file that are complete, from a byte on. What follows the last line break is not given: it may be cut.
 * Throws `invalid-argument`/`INVALID_LINE` for a line that no document is as long as.
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
      yield { text: line.toString('utf8'), number, end }
    }
    rest.push(chunk.subarray(start))
    restBytes += chunk.length - start
    if (restBytes > LINE_BYTES_MAX) {
      throw new StatusError('invalid-argument', 'INVALID_LINE', `Line ${number + 1} is too long for a document.`)
    }
  }
}
