import { formatJson, parseJson, parseJsonList, parseJsonMap } from './document-json.ts'
import { isOperation, type TypedValue, type ValueType } from './typed-value.ts'
import { formatLine, parseLine, type Parsed } from './value-text.ts'

/** What the text control of a value's editor holds: a line, or the editor's JSON for maps and lists. */
export function formatText(value: TypedValue): string {
  switch (value.kind) {
    case 'map':
      return formatJson(value)
    case 'array':
    case 'array-add':
    case 'array-remove':
      return formatJson({ kind: 'array', values: value.values })
    default:
      return formatLine(value)
  }
}

/** The value of a type that a text stands for, or what is wrong with it. */
export function parseText(type: ValueType, text: string): Parsed<TypedValue> {
  switch (type) {
    case 'map':
      return parseJsonMap(text)
    case 'array':
    case 'array-add':
    case 'array-remove': {
      const list = parseJsonList(text)
      if (!('problem' in list)) return { value: { kind: type, values: list.value } }
      const one = type === 'array' ? undefined : parseElement(text)
      return one === undefined ? list : { value: { kind: type, values: [one] } }
    }
    default:
      return parseLine(type, text)
  }
}

/** One element without the brackets of a list: in JSON, or a few words, which are a text. */
function parseElement(text: string): TypedValue | undefined {
  const parsed = parseJson(text)
  if ('value' in parsed) return parsed.value.kind === 'array' || isOperation(parsed.value) ? undefined : parsed.value
  const words = text.trim()
  // With these signs nobody can know whether a list, a text in quotes or JSON was meant. Numbers that are none are no texts either.
  return /^[^\s\d+.,;:"'`{}[\]-][^,;:"'`{}[\]\n]*$/.test(words) ? { kind: 'string', value: words } : undefined
}
