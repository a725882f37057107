import type { Document } from './document.ts'
import { isNameField } from './field-path.ts'
import { valueAt } from './fields-draft.ts'
import { OrderedBytesWriter } from './ordered-bytes.ts'
import type { Order } from './query.ts'
import type { Value } from './value.ts'

/** The buffer of a longer key is not kept for the next. */
const KEPT_LENGTH = 64 * 1024

const MISSING: Value = { kind: 'null' }

let writer = new OrderedBytesWriter()

/**
 * The place of documents in the order of a query, as bytes: their unsigned order is that of `compareDocuments`. None is cut, so a key may be
 * as long as the values that the query orders by. The fields of a document are decoded for it.
 */
export function orderKeys(orders: readonly Order[]): (document: Document) => Uint8Array {
  return (document) => {
    writer.length = 0
    for (const { field, direction } of orders) {
      const start = writer.length
      if (isNameField(field)) writer.path(document.path)
      else writer.value(valueAt(document.fields, field) ?? MISSING)
      if (direction === 'descending') writer.flip(start)
    }
    const key = writer.take()
    if (key.length > KEPT_LENGTH) writer = new OrderedBytesWriter()
    return key
  }
}
