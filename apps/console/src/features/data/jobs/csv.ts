import { exchangeTexts } from '../../../texts/en/data-exchange.ts'

/*
 * Comma-separated values as RFC 4180 has them: https://www.rfc-editor.org/rfc/rfc4180. Lines may end with a line feed alone, and cells may be
 * separated by semicolons or tabs, as spreadsheets write them where the comma is the decimal point: the first line says by which.
 */

/** A line of cells, and the number of the line of the file that it begins on, from one. */
export interface CsvLine {
  readonly cells: readonly string[]
  readonly number: number
}

/** More than any document's fields come to. */
const lineMax = 16 * 1024 * 1024

/** The first holds where none is there more often than the others. */
const separators = [',', ';', '\t'] as const

/** Takes a file apart as its text arrives. */
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
  /** Where the quotes of the cell were opened. */
  #quotedAt = 1
  /** Known with the first line, whose beginning waits until then. */
  #separator: string | undefined
  #head = ''

  /** The lines that are complete with this text. Throws a `RangeError` for one that is too long. */
  read(text: string): readonly CsvLine[] {
    if (this.#separator !== undefined) return this.#take(text, this.#separator)
    this.#head += text
    const isLong = this.#head.length > lineMax
    if (!isLong && !hasLine(this.#head)) return []
    return this.#begin()
  }

  /** What is left at the end of the file. Throws a `RangeError` for quotes that were never closed, which may hold any number of lines. */
  end(): readonly CsvLine[] {
    const lines = this.#separator === undefined ? [...this.#begin()] : []
    if (this.#isQuoted && !this.#hasQuote) throw new RangeError(exchangeTexts.openQuotes(this.#quotedAt))
    if (this.#cell !== '' || this.#cells.length > 0 || this.#isQuoted) this.#endLine(lines)
    return lines
  }

  #begin(): readonly CsvLine[] {
    this.#separator = separatorOf(this.#head)
    const head = this.#head
    this.#head = ''
    return this.#take(head, this.#separator)
  }

  #take(text: string, separator: string): readonly CsvLine[] {
    const lines: CsvLine[] = []
    for (const sign of text) {
      if (sign === '\n') this.#number += 1
      if (this.#hasReturn && sign === '\n') {
        this.#hasReturn = false
        this.#beganAt = this.#number
        continue
      }
      this.#hasReturn = false
      if (++this.#length > lineMax) throw new RangeError(exchangeTexts.lineTooLong(this.#beganAt))
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
      if (sign === '"' && this.#cell === '') {
        this.#isQuoted = true
        this.#quotedAt = this.#number
      } else if (sign === separator) this.#endCell()
      else if (sign === '\n' || sign === '\r') {
        this.#hasReturn = sign === '\r'
        this.#endLine(lines)
      } else this.#cell += sign
    }
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

/** A line with something in it that has come to its end; those before it are of no document. */
function hasLine(text: string): boolean {
  return outsideQuotes(text.trimStart()).search(/[\r\n]/) >= 0
}

function separatorOf(text: string): string {
  const [line = ''] = outsideQuotes(text.trimStart()).split(/[\r\n]/, 1)
  const countOf = (separator: string): number => line.split(separator).length
  return separators.reduce((best, other) => (countOf(other) > countOf(best) ? other : best))
}

/** Quotes that are open to the end go with the rest. */
function outsideQuotes(text: string): string {
  return text.replaceAll(/"[^"]*("|$)/g, '')
}
