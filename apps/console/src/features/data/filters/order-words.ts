import { queryTexts } from '../../../texts/en/data-query.ts'
import type { ValueType } from '../../../documents/values/typed-value.ts'

/** What comes first in an order, in words for the type that the field was seen with. */
export function orderWords(type: ValueType | undefined, isDescending: boolean): string {
  const words = queryTexts.orderOf[kindOf(type)]
  return isDescending ? words.descending : words.ascending
}

function kindOf(type: ValueType | undefined): keyof typeof queryTexts.orderOf {
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
