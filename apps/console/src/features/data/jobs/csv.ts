/*
 * Comma-separated values as RFC 4180 has them: https://www.rfc-editor.org/rfc/rfc4180. Lines may end with a line feed alone.
 */

export function formatCsvLine(cells: readonly string[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`
}

function formatCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A line of cells, and the number of the line of the file that it begins on, from one. */
export interface CsvLine {
  readonly cells: readonly string[]
  readonly number: number
}

/** More than any document's fields come to. */
const lineMax = 16 * 1024 * 1024

/** Takes a file apart as its text arrives. A quote that is never closed ends with the file. */
export class CsvReader {
  #cells: string[] = []
  #cell = ''
  #isQuoted = false
  /** A quote inside quotes: the end of the cell, or with another one itself. */
  #hasQuote = false
  #hasReturn = false
  #number = 1
  #beganAt = 1
  #length = 0

  /** The lines that are complete with this text. Throws a `RangeError` for one that is too long. */
  read(text: string): readonly CsvLine[] {
    const lines: CsvLine[] = []
    for (const sign of text) {
      if (sign === '\n') this.#number += 1
      if (this.#hasReturn && sign === '\n') {
        this.#hasReturn = false
        this.#beganAt = this.#number
        continue
      }
      this.#hasReturn = false
      if (++this.#length > lineMax) throw new RangeError(`Line ${this.#beganAt} is too long.`)
      if (this.#hasQuote) {
        this.#hasQuote = false
        if (sign === '"') {
          this.#cell += sign
          continue
        }
        this.#isQuoted = false
      } else if (this.#isQuoted) {
        if (sign === '"') this.#hasQuote = true
        else this.#cell += sign
        continue
      }
      if (sign === '"' && this.#cell === '') this.#isQuoted = true
      else if (sign === ',') this.#endCell()
      else if (sign === '\n' || sign === '\r') {
        this.#hasReturn = sign === '\r'
        this.#endLine(lines)
      } else this.#cell += sign
    }
    return lines
  }

  /** What is left at the end of the file. */
  end(): readonly CsvLine[] {
    const lines: CsvLine[] = []
    if (this.#cell !== '' || this.#cells.length > 0 || this.#isQuoted) this.#endLine(lines)
    return lines
  }

  #endCell(): void {
    this.#cells.push(this.#cell)
    this.#cell = ''
  }

  #endLine(lines: CsvLine[]): void {
    this.#endCell()
    const line = { cells: this.#cells, number: this.#beganAt }
    this.#cells = []
    this.#isQuoted = false
    this.#hasQuote = false
    this.#beganAt = this.#number
    this.#length = 0
    // An empty line has no document.
    if (line.cells.length > 1 || line.cells[0] !== '') lines.push(line)
  }
}
