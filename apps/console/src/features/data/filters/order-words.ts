import type { ValueType } from '../../../documents/values/typed-value.ts'
import { orderTexts } from '../../../texts/en/order.ts'
import type { SeenFields } from './seen-fields.ts'

/** What comes first in an order by a field, as it is written in a query, in words for the type that it was seen with. */
export function orderWords(field: string, seen: SeenFields, isDescending: boolean): string {
  const words = orderTexts[orderKind(field, seen)]
  return isDescending ? words.descending : words.ascending
}

/** What an order by a field is an order of: numbers, as long as nothing else is known. */
export function orderKind(field: string, seen: SeenFields): keyof typeof orderTexts {
  return field === '__name__' ? 'text' : kindOf(seen.get(field)?.type)
}

function kindOf(type: ValueType | undefined): keyof typeof orderTexts {
  switch (type) {
    case 'timestamp':
      return 'time'
    case 'string':
    case 'reference':
      return 'text'
    case 'boolean':
      return 'boolean'
    default:
      return 'number'
  }
}
