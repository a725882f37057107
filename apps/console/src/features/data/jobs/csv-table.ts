import { formatTimestamp } from '@hearth/model/timestamp'
import { formatJson, parseJson } from '../../../documents/values/document-json.ts'
import { findTimestamp } from '../../../documents/values/written-time.ts'
import type { TypedValue } from '../../../documents/values/typed-value.ts'
import { unescapeFormula } from '@hearth/model/plain-text'
import { fieldNameProblem, parseFieldPath } from '../../../documents/values/written-field-path.ts'
import { formatFieldPath } from '@hearth/model/field-path'
import { exchangeTexts } from '../../../texts/en/data-exchange.ts'

/*
 * A value in a cell of a table: a text as it is, a time as ISO 8601 in UTC, which spreadsheets sort by, any other value as the editor's JSON:
 * nobody could tell a plain path or base64 from a text. A text that would be read as something else stands in double quotes as a JSON string, so
 * that what was exported is imported as it was. An empty cell is no field. What a spreadsheet would run as a formula is the line's to disarm
 * (`csvLine` of the model).
 */

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/

export function formatCsvValue(value: TypedValue | undefined): string {
  if (value === undefined) return ''
  if (value.kind === 'timestamp') return formatTimestamp(value.micros)
  if (value.kind !== 'string') return formatJson(value).replaceAll(/\s*\n\s*/g, ' ')
  const text = value.value
  const isMistakable =
    text.trim() !== text ||
    text === '' ||
    text.startsWith('"') ||
    timeIn(text) !== undefined ||
    !('problem' in parseJson(text))
  return isMistakable ? JSON.stringify(text) : text
}

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
  return isoTime.test(text) ? findTimestamp(text) : undefined
}

/*
 * The first line of comma-separated values: the name of a field over each column, and `path` or `id` over the one that names the document.
 * A field of such a name stands in backticks.
 */

export type Column = { readonly kind: 'path' | 'id' } | { readonly kind: 'field'; readonly name: string }

/** What stands over the column of a field. */
export function columnOf(field: string): string {
  return field === 'path' || field === 'id' ? `\`${field}\`` : formatFieldPath([field])
}

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
