import { formatTimestamp } from '@hearth/model/timestamp'
import { formatJson, parseJson } from '../../../documents/values/document-json.ts'
import { findTimestamp } from '../../../documents/values/written-time.ts'
import type { TypedValue } from '../../../documents/values/typed-value.ts'

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
