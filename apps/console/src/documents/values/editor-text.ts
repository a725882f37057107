import { formatJson, parseJsonList, parseJsonMap } from './document-json.ts'
import type { TypedValue, ValueType } from './typed-value.ts'
import { formatLine, parseLine, type Parsed } from './value-text.ts'

/** What the text control of a value's editor holds: a line, or the editor's JSON for maps and lists. */
export function formatText(value: TypedValue): string {
  switch (value.type) {
    case 'map':
      return formatJson(value)
    case 'array':
    case 'array-add':
    case 'array-remove':
      return formatJson({ type: 'array', values: value.values })
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
      return 'problem' in list ? list : { value: { type, values: list.value } }
    }
    default:
      return parseLine(type, text)
  }
}
