import { encodeBase64 } from './base64.ts'
import { formatFieldPath } from './field-path.ts'
import { formatTimestamp, parseTimestamp } from './timestamp.ts'
import { type Fields, type Value } from './value.ts'
import { vectorElements } from './value-order.ts'

/*
 * A value in a cell of a table: a text as it is, a time as ISO 8601 in UTC, which spreadsheets sort by, any other value as the JSON of the
 * console's editor: nobody could tell a plain path or base64 from a text. A text that would be read as something else stands in double quotes
 * as a JSON string, so that what was exported is imported as it was. What a spreadsheet would run as a formula is the line's to disarm
 * (`csvLine`).
 */

/** A cell with a time is of this form. */
export const csvTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/
/** Whatever may be JSON, and little that is not. */
const jsonLike = /^(?:null|true|false|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\{.*\}|\[.*\])$/s

/** What stands over the column of a field. One called as the columns that name documents stands in backticks. */
export function csvColumn(field: string): string {
  return field === 'path' || field === 'id' ? `\`${field}\`` : formatFieldPath([field])
}

/** @param root of the database, `projects/P/databases/D/documents`: references below it are their paths alone */
export function csvValue(value: Value, root: string): string {
  if (value.kind === 'timestamp') return formatTimestamp(value.micros)
  if (value.kind !== 'string') return jsonOf(value, root)
  const text = value.value
  const isMistakable =
    text === '' || text.trim() !== text || text.startsWith('"') || isTime(text) || jsonLike.test(text)
  return isMistakable ? JSON.stringify(text) : text
}

/** The thirty-first of February is a text. */
function isTime(text: string): boolean {
  if (!csvTime.test(text)) return false
  try {
    parseTimestamp(text)
    return true
  } catch {
    return false
  }
}

function jsonOf(value: Value, root: string): string {
  switch (value.kind) {
    case 'null':
      return 'null'
    case 'boolean':
    case 'integer':
      return String(value.value)
    case 'double':
      return doubleOf(value.value)
    case 'string':
      return JSON.stringify(value.value)
    case 'timestamp':
      return tagged('timestamp', formatTimestamp(value.micros))
    case 'bytes':
      return tagged('bytes', encodeBase64(value.value))
    case 'reference':
      return tagged('reference', value.name.startsWith(`${root}/`) ? value.name.slice(root.length + 1) : value.name)
    case 'geopoint':
      return tagged('geopoint', `${numberOf(value.latitude)}, ${numberOf(value.longitude)}`)
    case 'array':
      return `[${value.values.map((one) => jsonOf(one, root)).join(', ')}]`
    case 'map': {
      const elements = vectorElements(value)
      if (elements !== undefined) return vectorOf(elements.map((one) => ('value' in one ? Number(one.value) : NaN)))
      return mapOf(value.fields, root)
    }
  }
}

function mapOf(fields: Fields, root: string): string {
  const members = [...fields].map(([name, value]) => `${JSON.stringify(name)}: ${jsonOf(value, root)}`)
  const text = `{${members.join(', ')}}`
  // A single key of that kind would be read as a type.
  const isMistakable = fields.size === 1 && [...fields.keys()][0]?.startsWith('$') === true
  return isMistakable ? `{"$map": ${text}}` : text
}

function vectorOf(values: readonly number[]): string {
  return `{"$vector": [${values.map((one) => (Number.isFinite(one) ? numberOf(one) : `"${one}"`)).join(', ')}]}`
}

function tagged(type: string, text: string): string {
  return `{"$${type}": ${JSON.stringify(text)}}`
}

/** A double always looks like one: `3.0` is not the integer `3`. */
function doubleOf(value: number): string {
  if (!Number.isFinite(value)) return `{"$double": "${value}"}`
  const text = numberOf(value)
  return Number.isInteger(value) && !text.includes('e') ? `${text}.0` : text
}

/** `String` forgets the sign of zero. */
function numberOf(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value)
}
