import { formatJson } from './document-json.ts'
import type { TypedValue } from './typed-value.ts'
import { formatLine } from './value-text.ts'

/** No cell shows more than this; the whole value is in its editor. */
const lengthMax = 240

/** A value on one line, cut where it is long: what it is made of for maps and lists, and quotes for an empty text. */
export function preview(value: TypedValue): string {
  switch (value.kind) {
    case 'map':
    case 'array':
    case 'array-add':
    case 'array-remove':
      return cut(oneLine(value.kind === 'map' ? value : { kind: 'array', values: value.values }))
    case 'string':
      // Nothing at all would look like a field that is not there.
      return value.value === '' ? '""' : cut(value.value.slice(0, lengthMax + 1).replaceAll(/\s*\n\s*/g, ' ⏎ '))
    case 'null':
      return 'null'
    default:
      return cut(formatLine(value))
  }
}

/** The editor's JSON without its line breaks; of a large value the beginning. */
function oneLine(value: TypedValue): string {
  const first = value.kind === 'array' ? { ...value, values: value.values.slice(0, 40) } : value
  return formatJson(first)
    .replaceAll(/([{[])\s*\n\s*/g, '$1')
    .replaceAll(/\s*\n\s*([}\]])/g, '$1')
    .replaceAll(/\s*\n\s*/g, ' ')
}

function cut(text: string): string {
  return text.length > lengthMax ? `${text.slice(0, lengthMax)}…` : text
}
