import { createReadStream } from 'node:fs'
import { type FilePosition, type FileRecord, RecordBytes } from './file-record.ts'

const QUOTE = 34
const COMMA = 44
const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/**
 * The records of a CSV file, one user each (RFC 4180), without holding more than one of them: a line break within quotes belongs to
 * its field. Empty lines are passed over. Throws `invalid-argument`/`INVALID_FILE` for a record that no user is as long as, which is
 * also what becomes of a quote that is never closed.
 */
export async function* readCsvRecords(file: string, from: FilePosition): AsyncGenerator<FileRecord> {
  const bytes = new RecordBytes()
  let { byte: chunkAt, number } = from
  let place: Place = 'begin'
  for await (const chunk of createReadStream(file, { start: from.byte }) as AsyncIterable<Buffer>) {
    let start = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      if (byte === LINE_FEED && place !== 'quoted') {
        bytes.add(chunk.subarray(start, at), number + 1)
        start = at + 1
        place = 'begin'
        const text = bytes.take()
        if (text.trim() !== '') yield { text, number: ++number, end: chunkAt + at + 1 }
      } else place = nextPlace(place, byte)
    }
    bytes.add(chunk.subarray(start), number + 1)
    chunkAt += chunk.length
  }
  const last = bytes.take()
  if (last.trim() !== '') yield { text: last, number: number + 1, end: chunkAt }
}

/** `begin`: of a field. `QUOTE`: after one that closes the field or is the first of two. */
type Place = 'begin' | 'plain' | 'quoted' | 'quote'

function nextPlace(place: Place, byte: number): Place {
  switch (place) {
    case 'begin':
      if (byte === QUOTE) return 'quoted'
      return byte === COMMA ? 'begin' : 'plain'
    case 'plain':
      return byte === COMMA ? 'begin' : 'plain'
    case 'quoted':
      return byte === QUOTE ? 'quote' : 'quoted'
    case 'quote':
      if (byte === COMMA) return 'begin'
      // The vendor's export does not double the quotes within a name that it quotes because of a comma.
      return byte === CARRIAGE_RETURN ? 'quote' : 'quoted'
  }
}

/** The fields of a record. */
export function parseCsvRecord(record: string): string[] {
  const text = record.replace(/^\uFEFF/, '').replace(/\r$/, '')
  const fields: string[] = []
  let field = ''
  let place: Place = 'begin'
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    const before = place
    place = nextPlace(place, character === '"' ? QUOTE : character === ',' ? COMMA : 0)
    if (place === 'begin') {
      fields.push(field)
      field = ''
    } else if (place === 'plain') field += character
    else if (place === 'quoted' && before === 'quote') field += character === '"' ? '"' : `"${character}`
    else if (place === 'quoted' && before === 'quoted') field += character
  }
  fields.push(field)
  return fields
}
