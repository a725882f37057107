import { compareUtf8 } from './utf8.ts'
import type { Fields, Value } from './value.ts'

/** The fields in UTF-8 order of their names. A map that is in order already, as every stored one is, is not copied. */
export function sortedFields(fields: Fields): Iterable<[string, Value]> {
  let previous: string | undefined
  for (const name of fields.keys()) {
    if (previous !== undefined && compareUtf8(previous, name) > 0) {
      return [...fields].sort(([a], [b]) => compareUtf8(a, b))
    }
    previous = name
  }
  return fields
}
