import { nameParts } from './resource-path.ts'
import { utf8Length } from './utf8.ts'
import { vectorElements } from './value-order.ts'
import type { Fields, Value } from './value.ts'

/** The size of a document in bytes as limits count it (document-semantics section 1). */
export function documentSize(path: string, fields: Fields): number {
  return nameSize(path) + fieldsSize(fields) + 32
}

/** Each segment with one byte more, and 16 for the database. */
function nameSize(path: string): number {
  return utf8Length(path) + 1 + 16
}

function fieldsSize(fields: Fields): number {
  let size = 0
  for (const [name, value] of fields) size += utf8Length(name) + 1 + valueSize(value)
  return size
}

export function valueSize(value: Value): number {
  switch (value.kind) {
    case 'null':
    case 'boolean':
      return 1
    case 'integer':
    case 'double':
    case 'timestamp':
      return 8
    case 'geopoint':
      return 16
    case 'string':
      return utf8Length(value.value) + 1
    case 'bytes':
      return value.value.length
    case 'reference':
      return nameSize(nameParts(value.name).path)
    case 'array':
      return value.values.reduce((sum, element) => sum + valueSize(element), 0)
    case 'map': {
      const vector = vectorElements(value)
      return vector === undefined ? fieldsSize(value.fields) : 8 * vector.length
    }
  }
}
