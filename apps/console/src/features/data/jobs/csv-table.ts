import { csvTime } from '@hearth/model/document-csv'
import { parseJson } from '../../../documents/values/document-json.ts'
import { findTimestamp } from '../../../documents/values/written-time.ts'
import type { TypedValue } from '../../../documents/values/typed-value.ts'
import { unescapeFormula } from '@hearth/model/plain-text'
import { fieldNameProblem, parseFieldPath } from '../../../documents/values/written-field-path.ts'
import { exchangeTexts } from '../../../texts/en/data-exchange.ts'

/*
 * A value in a cell of a table, as the model writes it (`document-csv.ts`). An empty cell is no field.
 */

/** undefined for an empty cell. */
export function parseCsvValue(text: string): TypedValue | undefined {
  if (text === '') return undefined
  const time = timeIn(text)
  if (time !== undefined) return { kind: 'timestamp', micros: time }
  const parsed = parseJson(text)
  return 'value' in parsed ? parsed.value : { kind: 'string', value: text }
}

/** The time that a cell is; undefined for any other. Other ways to write one, such as with another zone, stay texts. */
function timeIn(text: string): bigint | undefined {
  return csvTime.test(text) ? findTimestamp(text) : undefined
}

/*
 * The first line of comma-separated values: the name of a field over each column, and `path` or `id` over the one that names the document.
 * A field of such a name stands in backticks.
 */

export type Column = { readonly kind: 'path' | 'id' } | { readonly kind: 'field'; readonly name: string }

/** Throws a `RangeError` for a title that names no field, and for one that is there twice. */
export function columnsOf(cells: readonly string[]): readonly Column[] {
  const titles = cells.map((cell) => unescapeFormula(cell).trim())
  const isNamed = titles.includes('path')
  const seen = new Map<string, number>()
  return titles.map((title, at) => {
    // Beside paths `id` is a field: exports of earlier releases have it without backticks.
    const column: Column =
      title === 'path' || (title === 'id' && !isNamed) ? { kind: title } : { kind: 'field', name: fieldOf(title, at) }
    const key = JSON.stringify(column)
    const before = seen.get(key)
    if (before !== undefined) throw new RangeError(exchangeTexts.sameColumn(before + 1, at + 1, title))
    seen.set(key, at)
    return column
  })
}

function fieldOf(title: string, at: number): string {
  const [name, ...more] = parseFieldPath(title) ?? []
  const field = name === undefined || more.length > 0 ? title : name
  const problem = fieldNameProblem(field)
  if (problem !== undefined) throw new RangeError(exchangeTexts.badColumn(at + 1, problem))
  return field
}
