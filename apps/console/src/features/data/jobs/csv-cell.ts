import { formatJson, parseJson } from '../../../documents/values/document-json.ts'
import type { TypedValue } from '../../../documents/values/typed-value.ts'

/*
 * A value in a cell of a table: a text as it is, any other value as the editor's JSON. A text that would be read as something else stands in
 * double quotes as a JSON string, so that what was exported is imported as it was. An empty cell is no field. What a spreadsheet would run
 * as a formula is the line's to disarm (`csvLine` of the model).
 */

export function formatCsvValue(value: TypedValue | undefined): string {
  if (value === undefined) return ''
  if (value.type !== 'string') return formatJson(value).replaceAll(/\s*\n\s*/g, ' ')
  const text = value.value
  const isMistakable = text.trim() !== text || text === '' || text.startsWith('"') || !('problem' in parseJson(text))
  return isMistakable ? JSON.stringify(text) : text
}

/** undefined for an empty cell. */
export function parseCsvValue(text: string): TypedValue | undefined {
  if (text === '') return undefined
  const parsed = parseJson(text)
  return 'value' in parsed ? parsed.value : { type: 'string', value: text }
}
