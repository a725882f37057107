import { csvLine } from '@hearth/model/csv-line'
import { decodeFields } from '../../../documents/values/wire-value.ts'
import { exchangeTexts } from '../../../texts/en/data-exchange.ts'
import type { WireDocument } from '../queries/read-pages.ts'
import { formatCsvValue, columnOf } from './csv-table.ts'

const columnsMax = 2000
/** So many are written in one go: a few milliseconds' work. */
const cellsAtOnce = 20_000

/** Comma-separated values: one line a document, with its path first and a column for each field that any of them has. */
export class CsvFile {
  readonly #root: string
  readonly #columns = new Map<string, number>()
  readonly #rows: (readonly string[])[] = []
  #text = 0

  /** @param root see `documentsRoot` */
  constructor(root: string) {
    this.#root = root
  }

  /** How long the file is at least: what is in its cells, and what ends each, the empty ones too. */
  get characters(): number {
    return this.#text + this.#rows.length * this.#width
  }

  /** Throws a `RangeError` for more columns than a table has. */
  add(documents: readonly WireDocument[]): void {
    for (const { path, fields } of documents) {
      const cells: string[] = [path]
      for (const [name, value] of decodeFields(fields, this.#root)) {
        const cell = formatCsvValue(value)
        cells[this.#placeOf(name)] = cell
        this.#text += cell.length
      }
      this.#text += path.length
      this.#rows.push(cells)
    }
  }

  /** Writes it in slices, between which the tab does other things. Throws when the signal is aborted. */
  async finish(signal: AbortSignal): Promise<Blob> {
    const lineOf = (cells: readonly string[]): string =>
      csvLine(Array.from({ length: this.#width }, (_, at) => cells[at] ?? ''))
    const parts = [lineOf(['path', ...this.#columns.keys()])]
    const step = Math.max(1, Math.floor(cellsAtOnce / this.#width))
    for (let at = 0; at < this.#rows.length; at += step) {
      await leaveThread()
      signal.throwIfAborted()
      parts.push(
        this.#rows
          .slice(at, at + step)
          .map(lineOf)
          .join(''),
      )
    }
    return new Blob(parts, { type: 'text/csv' })
  }

  get #width(): number {
    return this.#columns.size + 1
  }

  #placeOf(name: string): number {
    const column = columnOf(name)
    const known = this.#columns.get(column)
    if (known !== undefined) return known
    if (this.#columns.size >= columnsMax) throw new RangeError(exchangeTexts.tooManyColumns(columnsMax))
    const place = this.#columns.size + 1
    this.#columns.set(column, place)
    return place
  }
}

/** What waits for the thread comes first. A message is no timer: browsers slow those of a tab that nobody looks at. */
async function leaveThread(): Promise<void> {
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(undefined)
  })
}
